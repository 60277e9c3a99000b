import { countOfSteps, type Step, sameSteps, sends, waysOf } from './step.ts'

/** A step at its place: steps are counted from 0 in the order in which they are written, each before its ways. */
export interface Place {
  readonly index: number
  readonly step: Step
  /** Whose turn it is once this step has let a recipient pass; after the last one, that of none. */
  readonly next: number
  /** Whose turn it is in each of its ways; of an empty way, the step that follows. */
  readonly ways: readonly number[]
  /** A JSON pointer, as "/steps/0/ways/1/steps/2". */
  readonly pointer: string
  /** In words, as "1 › Yes › 2", counted from 1. */
  readonly path: string
  /** The branch or split whose way it lies in. */
  readonly within: number | null
}

/** The steps of a version in one line, each with what may follow it: the step of a recipient is an index of it. */
export type Program = readonly Place[]

const made = new WeakMap<readonly Step[], Program>()

/** Once for each list of steps, which stays as it is. */
export function programOf(steps: readonly Step[]): Program {
  const known = made.get(steps)
  if (known !== undefined) return known
  const program: Place[] = []
  const around = { pointer: '/steps', path: '', within: null, after: countOfSteps(steps) }
  enter(program, steps, around)
  made.set(steps, program)
  return program
}

interface Around extends Pick<Place, 'pointer' | 'path' | 'within'> {
  /** What follows the last of the steps. */
  readonly after: number
}

function enter(program: Place[], steps: readonly Step[], { pointer, path, within, after }: Around): void {
  for (const [nth, step] of steps.entries()) {
    const index = program.length
    const ways = waysOf(step)
    const next = nth + 1 < steps.length ? index + countOfSteps([step]) : after
    const firsts: number[] = []
    const place = { pointer: `${pointer}/${nth}`, path: `${path}${nth + 1}` }
    program.push({ ...place, index, step, next, ways: firsts, within })
    for (const way of ways) {
      firsts.push(way.steps.length > 0 ? program.length : next)
      enter(program, way.steps, {
        pointer: `${place.pointer}/${way.place}`,
        path: `${place.path} › ${way.name} › `,
        within: index,
        after: next,
      })
    }
  }
}

/** Where somebody goes on who has passed a step, by one of its ways where it has some. */
export function nextOf(program: Program, index: number, way?: number): number {
  const place = program[index]
  if (place === undefined) return program.length
  return (way === undefined ? undefined : place.ways[way]) ?? place.next
}

/** The path of a step in words; where the version is not known, or has no such step, its number. */
export function pathOf(program: Program | null, index: number): string {
  return program?.[index]?.path ?? String(index + 1)
}

/** Whether the version says more than one step after the other, in words that processes before branches understood. */
export function isPlain(program: Program): boolean {
  return program.every(
    ({ step }) =>
      sends(step) || step.type === 'wait' || (step.type === 'condition' && isPlainCondition(step)),
  )
}

function isPlainCondition(step: Extract<Step, { type: 'condition' }>): boolean {
  return step.where === undefined && step.operator !== 'before' && step.operator !== 'after'
}

/** The steps before which no message can have been sent, whichever way a recipient came. */
export function quietSteps(program: Program): readonly number[] {
  const reached = new Map<number, boolean>([[0, false]])
  const quiet: number[] = []
  // What follows a step has a higher index, so all that lead to one come before it.
  for (const { index, step, next, ways } of program) {
    const hasSent = reached.get(index) ?? false
    if (!hasSent) quiet.push(index)
    const hasSentAfter = hasSent || sends(step)
    const leadsOn = step.type === 'branch' ? [...ways, next] : step.type === 'split' ? ways : [next]
    for (const on of leadsOn) reached.set(on, (reached.get(on) ?? false) || hasSentAfter)
  }
  return quiet
}

/** How long wait steps keep those who go on from each step, by the longest way. */
export function waitsAfter(program: Program): readonly number[] {
  const after: number[] = []
  const from: number[] = []
  for (const { index, step, next, ways } of program.toReversed()) {
    const rest = Math.max(from[next] ?? 0, ...ways.map((first) => from[first] ?? 0))
    after[index] = rest
    from[index] = rest + (step.type === 'wait' ? step.seconds : 0)
  }
  return after
}

/**
 * Whether those whose turn it is at a step can go on by another version. Steps have no names, only places: it has to be
 * of the same type at the same place, in ways of the same steps, and what comes before it has to be what has been.
 */
export function takesUp(ran: Program, now: Program, index: number): boolean {
  const [place, other] = [ran[index], now[index]]
  if (place === undefined || other === undefined) return false
  if (place.pointer !== other.pointer || !isSuch(place.step, other.step)) return false
  return [...beforeOf(ran, place)].every((before) => {
    const [step, another] = [ran[before]?.step, now[before]?.step]
    if (step === undefined || another === undefined || !isSuch(step, another)) return false
    return ran[before]?.pointer === now[before]?.pointer && (!sends(step) || sameSteps([step], [another]))
  })
}

/** Of one type; with the same ways, and looking at the same column where it waits for a change. */
function isSuch(step: Step, other: Step): boolean {
  if (step.type === 'waitUntil' && other.type === 'waitUntil')
    return step.changes === other.changes && step.column === other.column
  if (step.type !== other.type) return false
  const names = (one: Step) => waysOf(one).map(({ name }) => name)
  return names(step).join('\n') === names(other).join('\n')
}

/** The steps that may come before one: not those in other ways of what it lies in. */
function* beforeOf(program: Program, place: Place): Iterable<number> {
  const around = new Set<number>()
  for (
    let one: Place | undefined = place;
    one !== undefined && one.within !== null;
    one = program[one.within]
  )
    around.add(one.within)
  for (const { index, pointer } of program) {
    if (index >= place.index) return
    const isInOtherWay = [...around].some((outer) => {
      const of = `${program[outer]?.pointer}/`
      return pointer.startsWith(of) && wayIn(pointer, of) !== wayIn(place.pointer, of)
    })
    if (!isInOtherWay) yield index
  }
}

/** Which way of a branch or split a pointer leads into. */
function wayIn(pointer: string, of: string): string {
  return /^(?:else|\w+\/\d+)/.exec(pointer.slice(of.length))?.[0] ?? ''
}
