import type { Step } from '../../../api/schema.ts'
import { t } from '../../../languages/text.ts'

type AnyStep = Pick<Step, 'type'>

/** The fields of a step that hold other steps. A split step has no `else`. */
interface Holding<S> {
  readonly branches?: readonly BranchOf<S>[]
  readonly else?: readonly S[] | null
}

interface BranchOf<S> {
  readonly name: string
  /** The console's key that identifies a branch on the screen while the step is edited. */
  readonly key?: string
  /** The percentage of records that take the branch; only in split steps. */
  readonly percent?: number
  readonly steps: readonly S[]
}

/** A branch of a branch or split step, with its steps. */
export interface Branch<S> {
  readonly name: string
  /** The path from the step to the branch as in a JSON pointer, such as "branches/0/steps". */
  readonly place: string
  /** The console's key of the branch; "else" for the branch of all other records. */
  readonly key: string
  readonly steps: readonly S[]
}

/**
 * Returns the branches of a branch or split step in their order. A branch step always has the branch "else",
 * even if it is empty.
 */
export function branchesOf<S extends AnyStep>(step: S): readonly Branch<S>[] {
  const holding = step as S & Holding<S>
  const branches = (holding.branches ?? []).map(({ name, key, steps }, index) => ({
    name,
    key: key ?? String(index),
    place: `branches/${index}/steps`,
    steps,
  }))
  const others = { name: 'else', key: 'else', place: 'else', steps: holding.else ?? [] }
  return [...branches, ...(hasElse(holding) ? [others] : [])]
}

/** Returns the name of a branch as people read it: "Else" for all other records. */
export function nameOfBranch({ key, name }: Branch<unknown>): string {
  return key === 'else' ? t('Else') : name === '' ? t('Unnamed') : name
}

/** Returns whether a step has the branch "else". Steps that divide records by percentages have none. */
function hasElse({ branches }: Holding<unknown>): boolean {
  return branches?.every(({ percent }) => percent === undefined) === true
}

/** Returns a step with the list of steps in each of its branches replaced by the result of `change`. */
export function withBranches<S extends AnyStep>(
  step: S,
  change: (steps: readonly unknown[], branch: string) => readonly unknown[],
): S {
  const holding = step as S & Holding<unknown>
  const changed = (list: readonly BranchOf<unknown>[]) =>
    list.map((branch, index) => ({ ...branch, steps: change(branch.steps, branch.key ?? String(index)) }))
  return {
    ...step,
    ...(holding.branches === undefined ? {} : { branches: changed(holding.branches) }),
    ...(holding.else == null ? elseOf(holding, change) : { else: change(holding.else, 'else') }),
  }
}

/** Returns a step with empty branches and without the branch "else". */
export function withoutBranches<S extends AnyStep>(step: S): S {
  const { else: _, ...emptied } = withBranches(step, () => []) as S & Holding<unknown>
  return emptied as unknown as S
}

/**
 * A step in a branch of an edited step. The functions of the step types "branch" and "split" pass such steps
 * on unchanged.
 */
export interface StepInBranch extends AnyStep {
  readonly key: string
}

/**
 * Gives the steps of a branch, which `withBranches` passes as `unknown`, the type that the caller names.
 * Checks nothing.
 */
export function stepsInBranch<S>(steps: readonly unknown[]): S[] {
  return steps as S[]
}

/**
 * Returns the field `else` for a branch step that has none, if `change` adds steps to this empty branch;
 * otherwise an empty object.
 */
function elseOf(
  step: Holding<unknown>,
  change: (steps: readonly unknown[], branch: string) => readonly unknown[],
): object {
  const steps = hasElse(step) ? change([], 'else') : []
  return steps.length === 0 ? {} : { else: steps }
}

/**
 * A step with its place. Steps are counted in the order in which they are written, each before the steps in
 * its branches.
 */
export interface StepWithPlace<S> {
  readonly step: S
  /** The number of the step in the spinner, counted from 0. */
  readonly index: number
  /** The JSON pointer of the step in the API: "/steps/0/branches/1/steps/2". */
  readonly pointer: string
  /** The place of the step in words, as "1 › Yes › 2". */
  readonly path: string
  readonly depth: number
  /**
   * The types and branches of the steps around this step, such as "/branch/ways/0/steps"; empty in the
   * pipeline itself.
   */
  readonly within: string
}

/** Returns the steps of a spinner and of all branches in one list, as the API counts them. */
export function stepsWithPlaces<S extends AnyStep>(steps: readonly S[]): readonly StepWithPlace<S>[] {
  const placed: StepWithPlace<S>[] = []
  enter(steps, { pointer: '/steps', path: '', depth: 0, within: '' })
  return placed

  function enter(list: readonly S[], around: Omit<StepWithPlace<S>, 'step' | 'index'>): void {
    for (const [nth, step] of list.entries()) {
      const [pointer, path] = [`${around.pointer}/${nth}`, `${around.path}${nth + 1}`]
      placed.push({ ...around, pointer, path, step, index: placed.length })
      for (const branch of branchesOf(step))
        enter(branch.steps, {
          pointer: `${pointer}/${branch.place}`,
          path: `${path} › ${branch.name} › `,
          depth: around.depth + 1,
          within: `${around.within}/${step.type}/${branch.place}`,
        })
    }
  }
}
