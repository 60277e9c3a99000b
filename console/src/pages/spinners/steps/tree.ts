import type { Step } from '../../../api/schema.ts'
import type { StepDraft } from './step-draft.ts'

/** Maximum number of steps of a spinner that the API takes, including the steps in branches. */
export const mostSteps = 40
/** Maximum number of branch and split steps around a step. */
export const deepestStep = 2

type AnyStep = Pick<Step, 'type'>

/**
 * The fields of a step that hold other steps: `ways` and `else` of a branch step, or `arms` of a split step.
 */
interface Holding<S> {
  readonly ways?: readonly WayOf<S>[]
  readonly arms?: readonly WayOf<S>[]
  readonly else?: readonly S[] | null
}

interface WayOf<S> {
  readonly name: string
  /** The console's key of a branch that is being edited. */
  readonly key?: string
  readonly steps: readonly S[]
}

/** A branch of a branch or split step, with its steps. */
export interface Way<S> {
  readonly name: string
  /** The path from the step to the branch as in a JSON pointer, such as "ways/0/steps". */
  readonly place: string
  /** The console's key of the branch; "else" for the branch of all other records. */
  readonly key: string
  readonly steps: readonly S[]
}

/**
 * Returns the branches of a branch or split step in their order. A branch step always has the branch "else",
 * even if it is empty.
 */
export function waysOf<S extends AnyStep>(step: S): readonly Way<S>[] {
  const holding = step as S & Holding<S>
  const named = (list: 'ways' | 'arms') =>
    (holding[list] ?? []).map(({ name, key, steps }, index) => ({
      name,
      key: key ?? String(index),
      place: `${list}/${index}/steps`,
      steps,
    }))
  const others = { name: 'else', key: 'else', place: 'else', steps: holding.else ?? [] }
  return [...named('ways'), ...named('arms'), ...(step.type === 'branch' ? [others] : [])]
}

/** Returns a step with the list of steps in each of its branches replaced by the result of `change`. */
export function withWays<S extends AnyStep>(
  step: S,
  change: (steps: readonly unknown[], way: string) => readonly unknown[],
): S {
  const holding = step as S & Holding<unknown>
  const changed = (list: readonly WayOf<unknown>[]) =>
    list.map((way, index) => ({ ...way, steps: change(way.steps, way.key ?? String(index)) }))
  return {
    ...step,
    ...(holding.ways === undefined ? {} : { ways: changed(holding.ways) }),
    ...(holding.arms === undefined ? {} : { arms: changed(holding.arms) }),
    ...(holding.else == null ? elseOf(step, change) : { else: change(holding.else, 'else') }),
  }
}

/** Casts the steps in a branch, as `withWays` passes them, to their own type. */
export function stepsInWay<S>(steps: readonly unknown[]): S[] {
  return steps as S[]
}

/** Returns the branch "else" for a branch step without it, but only if `change` puts steps there. */
function elseOf(
  step: AnyStep,
  change: (steps: readonly unknown[], way: string) => readonly unknown[],
): object {
  const steps = step.type === 'branch' ? change([], 'else') : []
  return steps.length === 0 ? {} : { else: steps }
}

/**
 * A step with its place. Steps are counted in the order in which they are written, each before the steps in
 * its branches.
 */
export interface Placed<S> {
  readonly step: S
  /** The number of the step in the spinner, counted from 0. */
  readonly index: number
  /** The JSON pointer of the step in the API: "/steps/0/ways/1/steps/2". */
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
export function placedIn<S extends AnyStep>(steps: readonly S[]): readonly Placed<S>[] {
  const placed: Placed<S>[] = []
  enter(steps, { pointer: '/steps', path: '', depth: 0, within: '' })
  return placed

  function enter(list: readonly S[], around: Omit<Placed<S>, 'step' | 'index'>): void {
    for (const [nth, step] of list.entries()) {
      const [pointer, path] = [`${around.pointer}/${nth}`, `${around.path}${nth + 1}`]
      placed.push({ ...around, pointer, path, step, index: placed.length })
      for (const way of waysOf(step))
        enter(way.steps, {
          pointer: `${pointer}/${way.place}`,
          path: `${path} › ${way.name} › `,
          depth: around.depth + 1,
          within: `${around.within}/${step.type}/${way.place}`,
        })
    }
  }
}

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
export interface Home {
  readonly list: ListOf
  readonly siblings: readonly StepDraft[]
  readonly at: number
}

export function homeOf(steps: readonly StepDraft[], key: string, list: ListOf = null): Home | null {
  const at = steps.findIndex((step) => step.key === key)
  if (at >= 0) return { list, siblings: steps, at }
  for (const step of steps)
    for (const way of waysOf(step)) {
      const home = homeOf(way.steps, key, { step: step.key, way: way.key })
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
  const home = homeOf(steps, key)
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
  const home = homeOf(steps, key)
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
export function without(steps: readonly StepDraft[], left: ReadonlySet<string>): readonly StepDraft[] {
  return steps
    .filter(({ key }) => !left.has(key))
    .map((step) => withWays(step, (inner) => without(stepsInWay(inner), left)))
}
