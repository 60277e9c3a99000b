import { canonicalText } from '../../text/canonical-text.ts'
import { type Step, sameSteps } from './step.ts'
import { awaitedEventOf, branchesOf, delayOf, isPlainStep, sends } from './step-capabilities.ts'

/**
 * A step of a version with its position. Steps are counted from 0 in the order in which they are written,
 * each before the steps in its branches.
 */
export interface ProgramStep {
  readonly index: number
  readonly step: Step
  /** The index of the step that comes after this step and its branches; the number of steps if none does. */
  readonly next: number
  /**
   * The index of the first step of each branch; for an empty branch, the index of the step after this one.
   */
  readonly branches: readonly number[]
  /** The JSON pointer of the step, such as "/steps/0/branches/1/steps/2". */
  readonly pointer: string
  /** The path of the step for people, such as "1 › Yes › 2", counted from 1. */
  readonly path: string
  /** The index of the branch or split step that contains this step; null if none does. */
  readonly within: number | null
}

/**
 * The steps of a version in one list, each with the steps that may follow. A recipient's step is an index in
 * this list.
 */
export type Program = readonly ProgramStep[]

const made = new WeakMap<readonly Step[], Program>()

/** Returns the program of a list of steps. The program is cached, because lists of steps never change. */
export function programOf(steps: readonly Step[]): Program {
  const known = made.get(steps)
  if (known !== undefined) return known
  const program: ProgramStep[] = []
  const around = { pointer: '/steps', path: '', within: null, after: countOfSteps(steps) }
  enter(program, steps, around)
  made.set(steps, program)
  return program
}

/** Returns the number of steps in a list, including steps inside branches. */
export function countOfSteps(steps: readonly Step[]): number {
  return steps.reduce((sum, step) => {
    const inBranches = branchesOf(step).map((branch) => countOfSteps(branch.steps))
    return inBranches.reduce((total, count) => total + count, sum + 1)
  }, 0)
}

interface Around extends Pick<ProgramStep, 'pointer' | 'path' | 'within'> {
  /** The index of the step that follows the last step of this list of steps, outside the list. */
  readonly after: number
}

function enter(
  program: ProgramStep[],
  steps: readonly Step[],
  { pointer, path, within, after }: Around,
): void {
  for (const [nth, step] of steps.entries()) {
    const index = program.length
    const branches = branchesOf(step)
    const next = nth + 1 < steps.length ? index + countOfSteps([step]) : after
    const firsts: number[] = []
    const place = { pointer: `${pointer}/${nth}`, path: `${path}${nth + 1}` }
    program.push({ ...place, index, step, next, branches: firsts, within })
    for (const branch of branches) {
      firsts.push(branch.steps.length > 0 ? program.length : next)
      enter(program, branch.steps, {
        pointer: `${place.pointer}/${branch.place}`,
        path: `${place.path} › ${branch.name} › `,
        within: index,
        after: next,
      })
    }
  }
}

/**
 * Returns the index of a recipient's next step. `branch` is the index of the branch that the recipient took, if the
 * step has branches.
 */
export function nextOf(program: Program, index: number, branch?: number): number {
  const place = program[index]
  if (place === undefined) return program.length
  return (branch === undefined ? undefined : place.branches[branch]) ?? place.next
}

/**
 * Returns the indexes of the steps that may follow a step: the step after it, then the first step of each branch. An
 * index that is not below the number of steps means that the recipient is done.
 */
export function successorsOf(program: Program, index: number): readonly number[] {
  const place = program[index]
  return place === undefined ? [] : [place.next, ...place.branches]
}

/**
 * Returns the path of a step for people, such as "1 › Yes › 2". Returns its number if the version is unknown
 * or has no such step.
 */
export function pathOf(program: Program | null, index: number): string {
  return program?.[index]?.path ?? String(index + 1)
}

/**
 * Returns whether all steps of a version are plain. The recipients of such a version take all steps in order, and
 * need no time zone.
 */
export function isPlainProgram(program: Program): boolean {
  return program.every(({ step }) => isPlainStep(step))
}

/**
 * Returns the indexes of the steps before which no message can have been sent, on any path through branches.
 */
export function stepsBeforeAnyMessage(program: Program): readonly number[] {
  const reached = new Map<number, boolean>([[0, false]])
  const quiet: number[] = []
  // Visits steps in order: the steps that follow a step have higher indexes, so all predecessors of a step
  // are visited before it.
  for (const { index, step, next, branches } of program) {
    const hasSent = reached.get(index) ?? false
    if (!hasSent) quiet.push(index)
    const hasSentAfter = hasSent || sends(step)
    for (const on of [...branches, next]) reached.set(on, (reached.get(on) ?? false) || hasSentAfter)
  }
  return quiet
}

/**
 * Returns, for each step, the total seconds of all wait steps after it, on the longest path through branches.
 */
export function waitSecondsAfterSteps(program: Program): readonly number[] {
  const after: number[] = []
  const from: number[] = []
  for (const { index, step, next, branches } of program.toReversed()) {
    const rest = Math.max(from[next] ?? 0, ...branches.map((first) => from[first] ?? 0))
    after[index] = rest
    from[index] = rest + (delayOf(step) ?? 0)
  }
  return after
}

/**
 * Returns whether recipients at a step can continue with another version. The step must have the same type
 * and position in both versions. So must each earlier step, and an earlier step that sends a message must be
 * unchanged.
 */
export function canContinueFrom(ran: Program, now: Program, index: number): boolean {
  const [place, other] = [ran[index], now[index]]
  if (place === undefined || other === undefined) return false
  if (place.pointer !== other.pointer || !isSuch(place.step, other.step)) return false
  return [...beforeOf(ran, place)].every((before) => {
    const [step, another] = [ran[before]?.step, now[before]?.step]
    if (step === undefined || another === undefined || !isSuch(step, another)) return false
    return ran[before]?.pointer === now[before]?.pointer && (!sends(step) || sameSteps([step], [another]))
  })
}

/**
 * Returns whether two steps have the same type and the same branch names. Two steps that wait for an event
 * must read the same column, or have the same condition.
 */
function isSuch(step: Step, other: Step): boolean {
  if (step.type !== other.type) return false
  if (canonicalText(awaitedEventOf(step)) !== canonicalText(awaitedEventOf(other))) return false
  const names = (one: Step) => branchesOf(one).map(({ name }) => name)
  return names(step).join('\n') === names(other).join('\n')
}

/**
 * Yields the indexes of the earlier steps that a recipient may have gone through before a step. Leaves out
 * steps in branches that exclude the step.
 */
function* beforeOf(program: Program, place: ProgramStep): Iterable<number> {
  const around = new Set<number>()
  for (
    let step: ProgramStep | undefined = place;
    step !== undefined && step.within !== null;
    step = program[step.within]
  )
    around.add(step.within)
  for (const { index, pointer } of program) {
    if (index >= place.index) return
    const isInOtherBranch = [...around].some((outer) => {
      const of = `${program[outer]?.pointer}/`
      return pointer.startsWith(of) && branchIn(pointer, of) !== branchIn(place.pointer, of)
    })
    if (!isInOtherBranch) yield index
  }
}

/** Returns the branch of a branch or split step into which a JSON pointer leads. */
function branchIn(pointer: string, of: string): string {
  return /^(?:else|\w+\/\d+)/.exec(pointer.slice(of.length))?.[0] ?? ''
}
