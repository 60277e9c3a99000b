import type { StepDraft } from './step-draft.ts'
import { placedIn, stepsInWay, waysOf, withWays } from './ways.ts'

/** Maximum number of steps of a spinner that the API takes, including the steps in branches. */
export const mostSteps = 40
/** Maximum number of branch and split steps around a step. */
export const deepestStep = 2

/** Returns true if no step follows this step for any record that reaches it. */
export function isAtEnd(steps: readonly StepDraft[], key: string): boolean {
  const last = steps.at(-1)
  if (last === undefined) return false
  return last.key === key || waysOf(last).some((way) => isAtEnd(way.steps, key))
}

/** Names a list of steps: a branch by its step and key, or the pipeline itself (null). */
export type ListOf = { readonly step: string; readonly way: string } | null

type Change = (steps: readonly StepDraft[]) => readonly StepDraft[]

/**
 * Returns the steps of a spinner with one list of steps changed. Returns them unchanged if that list no
 * longer exists.
 */
export function withList(steps: readonly StepDraft[], list: ListOf, change: Change): readonly StepDraft[] {
  if (list === null) return change(steps)
  return steps.map((step) =>
    withWays(step, (inner, way) => {
      const within = stepsInWay<StepDraft>(inner)
      return step.key === list.step && way === list.way ? change(within) : withList(within, list, change)
    }),
  )
}

/** The list of steps that contains a step, the steps of that list, and the step's position in it. */
export interface ListPosition {
  readonly list: ListOf
  readonly siblings: readonly StepDraft[]
  readonly at: number
}

export function listPositionOf(
  steps: readonly StepDraft[],
  key: string,
  list: ListOf = null,
): ListPosition | null {
  const at = steps.findIndex((step) => step.key === key)
  if (at >= 0) return { list, siblings: steps, at }
  for (const step of steps)
    for (const way of waysOf(step)) {
      const home = listPositionOf(way.steps, key, { step: step.key, way: way.key })
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

export interface Target {
  readonly list: NonNullable<ListOf> | null
  /** The place of the list of steps in words; null for the pipeline itself. */
  readonly path: string | null
}

/** Returns the branches, and the pipeline, to which a step may be moved from its list. */
export function targetsOf(steps: readonly StepDraft[], key: string): readonly Target[] {
  const home = listPositionOf(steps, key)
  const step = home?.siblings[home.at]
  if (home === null || step === undefined) return []
  const height = heightOf(step)
  const targets: (Target & { depth: number })[] = [{ list: null, path: null, depth: 0 }]
  for (const placed of placedIn(steps)) {
    if (isWithin(step, placed.step.key)) continue
    for (const way of waysOf(placed.step))
      targets.push({
        list: { step: placed.step.key, way: way.key },
        path: `${placed.path} › ${way.name}`,
        depth: placed.depth + 1,
      })
  }
  const isHome = ({ list }: Target) => list?.step === home.list?.step && list?.way === home.list?.way
  return targets.filter((target) => !isHome(target) && target.depth + height <= deepestStep)
}

/** Returns how many branch and split steps are nested in a step, including the step. */
function heightOf(step: StepDraft): number {
  const ways = waysOf(step)
  if (ways.length === 0) return 0
  return 1 + Math.max(0, ...ways.flatMap((way) => way.steps.map(heightOf)))
}

function isWithin(step: StepDraft, key: string): boolean {
  return step.key === key || waysOf(step).some((way) => way.steps.some((one) => isWithin(one, key)))
}

/**
 * Returns the steps of a spinner without the steps with the given keys and without the steps in their
 * branches.
 */
export function withoutSteps(steps: readonly StepDraft[], left: ReadonlySet<string>): readonly StepDraft[] {
  return steps
    .filter(({ key }) => !left.has(key))
    .map((step) => withWays(step, (inner) => withoutSteps(stepsInWay(inner), left)))
}
