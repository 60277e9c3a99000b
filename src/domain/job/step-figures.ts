import { type Place, type Program } from '../spinner/steps/program.ts'
import type { ReasonCode } from './recipient/reason.ts'
import type { RecipientState } from './recipient/recipient-state.ts'

/** Where somebody stands; `cancelled` is whom a cancelled job will not come back to. */
export const standings = [
  'pending',
  'waiting',
  'done',
  'skipped',
  'failed',
  'unconfirmed',
  'stopped',
  'cancelled',
] as const
export type Standing = (typeof standings)[number]

/** How many recipients of some jobs of one version stand at a step, in a state and for a reason. */
export interface StandingCount {
  readonly step: number
  readonly state: Standing
  readonly code: ReasonCode | null
  readonly count: number
}

interface AtStep {
  readonly step: number
  readonly count: number
}

/** What is counted of some jobs of one version. */
export interface StepCounts {
  readonly version: number
  readonly jobs: number
  /** Of them, those that have not ended. */
  readonly open: number
  /** Recipients, also those that no runtime has reached yet. */
  readonly recipients: number
  readonly standing: readonly StandingCount[]
  /** How many took each way of a branch or a split. */
  readonly ways: readonly (AtStep & { readonly way: number })[]
  /** Of those whom a job runs again: where they came in. The others come in at the first step. */
  readonly entered: readonly AtStep[]
  /** Whom another job runs again, where they had failed. */
  readonly retried: readonly AtStep[]
  /** Whether some were worked out from their like, or cannot be told of any more. */
  readonly estimated: boolean
}

/** How it goes at one step. `in` is the sum of all that follows but `retried`, which are some of those that failed. */
interface StepFigures extends Readonly<Record<Exclude<Standing, 'done'>, number>> {
  readonly step: number
  readonly path: string
  readonly type: Place['step']['type']
  readonly in: number
  /** Have gone on from it, or come to the end by it. */
  readonly through: number
  /** Of the failed and unconfirmed ones, those whom another job has run again. */
  readonly retried: number
  /** Why they are there, the most frequent first. */
  readonly reasons: readonly StepReason[]
}

interface StepReason {
  readonly state: Standing
  readonly code: ReasonCode
  readonly count: number
}

/** The same of all steps of a version. */
export interface VersionFigures
  extends Pick<StepCounts, 'version' | 'jobs' | 'open' | 'recipients' | 'estimated'> {
  /** Whom no runtime has reached yet. */
  readonly toBegin: number
  readonly steps: readonly StepFigures[]
}

/** Of the latest jobs of a spinner. */
export interface SpinnerFigures {
  /** The latest first. */
  readonly versions: readonly VersionFigures[]
  /** Whether there are jobs before them, which are not counted. */
  readonly more: boolean
}

/** So many jobs of a spinner are counted together. */
export const mostJobsCounted = 1_000

/**
 * How many came to each step and went on, by where they stand now: who came to a step and does not stand at it has gone on.
 * Only where ways part it has to be known how many took which.
 *
 * `apart`: whom a job runs again is counted there, and not where they failed, so that jobs can be added up.
 */
export function versionFigures(program: Program, counts: StepCounts, apart = false): VersionFigures {
  const placed = counts.standing.map((one) => ({ ...one, step: shownAt(program, one) }))
  const entered = countsBy(counts.entered)
  const retried = countsBy(counts.retried)
  const all = sum(placed)
  const coming = program.map(({ index }) => Math.max(0, entered.get(index) ?? 0))
  coming[0] = (coming[0] ?? 0) + Math.max(0, all - coming.reduce((total, count) => total + count, 0))
  const come = (step: number, count: number) => {
    if (step < program.length) coming[step] = (coming[step] ?? 0) + count
  }
  const steps = program.map(({ index, step, path, next, ways }) => {
    const here = placed.filter((one) => one.step === index)
    const of = (state: Standing) => sum(here.filter((one) => one.state === state))
    const done = of('done')
    const staying = sum(here) - done
    // What a process of the former version did not note of the ways is not missed here too.
    const reached = Math.max(coming[index] ?? 0, staying + done)
    const through = reached - staying
    let left = through
    for (const [way, first] of ways.entries()) {
      const taken = counts.ways.filter((one) => one.step === index && one.way === way)
      const count = Math.min(left, sum(taken))
      come(first, count)
      left -= count
    }
    come(next, left)
    const again = Math.min(retried.get(index) ?? 0, of('failed') + of('unconfirmed'))
    const ofFailed = apart ? Math.min(again, of('failed')) : 0
    return {
      step: index,
      path,
      type: step.type,
      in: reached - (apart ? again : 0),
      through,
      pending: of('pending'),
      waiting: of('waiting'),
      skipped: of('skipped'),
      failed: of('failed') - ofFailed,
      unconfirmed: of('unconfirmed') - (apart ? again - ofFailed : 0),
      stopped: of('stopped'),
      cancelled: of('cancelled'),
      retried: again,
      reasons: reasonsOf(here),
    }
  })
  const { version, jobs, open, recipients, estimated } = counts
  return { version, jobs, open, recipients, estimated, toBegin: Math.max(0, recipients - all), steps }
}

/** Who waits at one step because of another; where that is not known, at the one that they wait for. */
const byWait: ReasonCode = 'WAIT_STEP'

/**
 * Whoever comes past a wait step stands at the one that follows, until the time is over: looked at, they wait at the wait.
 * Where several lead to one step, nobody knows which it was.
 */
function shownAt(program: Program, { step, code, state }: Omit<StandingCount, 'count'>): number {
  if (code !== byWait || state !== 'waiting') return step
  return waitBefore(program, step) ?? step
}

function waitBefore(program: Program, step: number): number | null {
  const before = program.filter((place) => place.next === step && place.step.type === 'wait')
  return before.length === 1 ? (before[0]?.index ?? null) : null
}

/** By what recipients are found that are shown at a step. */
export interface ShownAt {
  readonly step: number
  /** Whether those are among them whom a wait step keeps from it. */
  readonly withWaits: boolean
  /** The step at which those stand whom this one keeps, where it is a wait. */
  readonly waitsFor: number | null
}

/** The step may not be one of the version. */
export function foundAt(program: Program, step: number): ShownAt {
  const place = program[step]
  const isOwn = place !== undefined && waitBefore(program, place.next) === step
  return {
    step,
    withWaits: waitBefore(program, step) === null,
    waitsFor: isOwn && place.next < program.length ? place.next : null,
  }
}

/** Whether a recipient is shown at a step. */
export function isShownAt(
  { step, withWaits, waitsFor }: ShownAt,
  one: { readonly step: number; readonly state: RecipientState; readonly reason: ReasonCode | null },
): boolean {
  const waits = one.state === 'waiting' && one.reason === byWait
  return (one.step === step && (withWaits || !waits)) || (waitsFor !== null && waits && one.step === waitsFor)
}

function countsBy(counts: readonly AtStep[]): ReadonlyMap<number, number> {
  const by = new Map<number, number>()
  for (const { step, count } of counts) by.set(step, (by.get(step) ?? 0) + count)
  return by
}

function sum(counts: readonly { readonly count: number }[]): number {
  return counts.reduce((total, { count }) => total + count, 0)
}

function reasonsOf(here: readonly StandingCount[]): readonly StepReason[] {
  const by = new Map<string, StepReason>()
  for (const { state, code, count } of here) {
    if (code === null || count === 0) continue
    const slot = `${state} ${code}`
    by.set(slot, { state, code, count: (by.get(slot)?.count ?? 0) + count })
  }
  return [...by.values()].toSorted((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1))
}
