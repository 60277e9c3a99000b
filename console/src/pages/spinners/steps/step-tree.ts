import { deepestStep } from '../../../api/limits.ts'
import { branchesOf, stepsInBranch, stepsWithPlaces, withBranches } from './branches.ts'
import type { StepDraft } from './step-draft.ts'

/** Returns true if no step follows this step for any record that reaches it. */
export function isAtEnd(steps: readonly StepDraft[], key: string): boolean {
  const last = steps.at(-1)
  if (last === undefined) return false
  return last.key === key || branchesOf(last).some((branch) => isAtEnd(branch.steps, key))
}

/** Names a list of steps: a branch by its step and key, or the pipeline itself (null). */
export type ListKey = { readonly step: string; readonly branch: string } | null

type Change = (steps: readonly StepDraft[]) => readonly StepDraft[]

/**
 * Returns the steps of a spinner with one list of steps changed. Returns them unchanged if that list no
 * longer exists.
 */
export function withList(steps: readonly StepDraft[], list: ListKey, change: Change): readonly StepDraft[] {
  if (list === null) return change(steps)
  return steps.map((step) => {
    // Keeps the other steps as the same objects, so that what was computed from them stays valid.
    if (!isWithin(step, list.step)) return step
    return withBranches(step, (inner, branch) => {
      const within = stepsInBranch<StepDraft>(inner)
      return step.key === list.step && branch === list.branch
        ? change(within)
        : withList(within, list, change)
    })
  })
}

/** The list of steps that contains a step, the steps of that list, and the step's position in it. */
export interface ListPosition {
  readonly list: ListKey
  readonly siblings: readonly StepDraft[]
  readonly at: number
}

export function listPositionOf(
  steps: readonly StepDraft[],
  key: string,
  list: ListKey = null,
): ListPosition | null {
  const at = steps.findIndex((step) => step.key === key)
  if (at >= 0) return { list, siblings: steps, at }
  for (const step of steps)
    for (const branch of branchesOf(step)) {
      const home = listPositionOf(branch.steps, key, { step: step.key, branch: branch.key })
      if (home !== null) return home
    }
  return null
}

/** Returns the steps of a spinner with one step replaced. */
export function withStep(
  steps: readonly StepDraft[],
  key: string,
  change: (step: StepDraft) => StepDraft,
): readonly StepDraft[] {
  const home = listPositionOf(steps, key)
  if (home === null) return steps
  return withList(steps, home.list, (siblings) =>
    siblings.map((step) => (step.key === key ? change(step) : step)),
  )
}

/** Returns the steps of a spinner without one step. */
export function withoutStep(steps: readonly StepDraft[], key: string): readonly StepDraft[] {
  const home = listPositionOf(steps, key)
  return home === null
    ? steps
    : withList(steps, home.list, (siblings) => siblings.filter((step) => step.key !== key))
}

export interface MoveTarget {
  readonly list: NonNullable<ListKey> | null
  /** The place of the list of steps in words; null for the pipeline itself. */
  readonly path: string | null
}

/** Returns the branches, and the pipeline, to which a step may be moved from its list. */
export function moveTargetsOf(steps: readonly StepDraft[], key: string): readonly MoveTarget[] {
  const home = listPositionOf(steps, key)
  const step = home?.siblings[home.at]
  if (home === null || step === undefined) return []
  const height = heightOf(step)
  const targets: (MoveTarget & { depth: number })[] = [{ list: null, path: null, depth: 0 }]
  for (const placed of stepsWithPlaces(steps)) {
    if (isWithin(step, placed.step.key)) continue
    for (const branch of branchesOf(placed.step))
      targets.push({
        list: { step: placed.step.key, branch: branch.key },
        path: `${placed.path} › ${branch.name}`,
        depth: placed.depth + 1,
      })
  }
  const isHome = ({ list }: MoveTarget) =>
    list?.step === home.list?.step && list?.branch === home.list?.branch
  return targets.filter((target) => !isHome(target) && target.depth + height <= deepestStep)
}

/** Returns how many branch and split steps are nested in a step, including the step. */
function heightOf(step: StepDraft): number {
  const branches = branchesOf(step)
  if (branches.length === 0) return 0
  return 1 + Math.max(0, ...branches.flatMap((branch) => branch.steps.map(heightOf)))
}

function isWithin(step: StepDraft, key: string): boolean {
  return (
    step.key === key || branchesOf(step).some((branch) => branch.steps.some((draft) => isWithin(draft, key)))
  )
}

/**
 * Returns the steps of a spinner without the steps with the given keys and without the steps in their
 * branches.
 */
export function withoutSteps(steps: readonly StepDraft[], left: ReadonlySet<string>): readonly StepDraft[] {
  return steps
    .filter(({ key }) => !left.has(key))
    .map((step) => withBranches(step, (inner) => withoutSteps(stepsInBranch(inner), left)))
}

/**
 * Returns the key of the step to show after an undo or a redo: the innermost step that was added or changed; null if
 * the change only removed or moved steps.
 */
export function changedStep(before: readonly StepDraft[], after: readonly StepDraft[]): string | null {
  const former = new Map(stepsWithPlaces(before).map(({ step }) => [step.key, step]))
  const changed = stepsWithPlaces(after).filter(({ step }) => former.get(step.key) !== step)
  return changed.findLast(({ step }) => !former.has(step.key))?.step.key ?? changed.at(-1)?.step.key ?? null
}
