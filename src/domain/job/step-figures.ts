import type { ReasonCode } from '../reason.ts'
import { type Program, type ProgramStep } from '../spinner/steps/program.ts'
import { delayOf } from '../spinner/steps/step-capabilities.ts'

/**
 * The states by which the recipients at a step are counted. `cancelled` are recipients that a cancelled job
 * will not continue.
 */
export const stepStatuses = [
  'pending',
  'waiting',
  'done',
  'skipped',
  'failed',
  'unconfirmed',
  'stopped',
  'cancelled',
] as const
export type StepStatus = (typeof stepStatuses)[number]

/** A count of recipients at one step, in one state and for one reason, over some jobs of one version. */
interface StepStatusCount {
  readonly step: number
  readonly status: StepStatus
  readonly code: ReasonCode | null
  readonly count: number
}

interface AtStep {
  readonly step: number
  readonly count: number
}

/** The counts of recipients of some jobs of one version, from which the figures of each step are computed. */
export interface StepCounts {
  readonly version: number
  readonly jobs: number
  /** The number of counted jobs that have not ended. */
  readonly open: number
  /**
   * The number of all recipients of the counted jobs, including recipients that no runtime has processed yet.
   */
  readonly recipients: number
  readonly byStatus: readonly StepStatusCount[]
  /** The number of recipients that took each branch of a branch or split step. */
  readonly branches: readonly (AtStep & { readonly branch: number })[]
  /**
   * The number of retried recipients by the step at which they entered the counted jobs. All other recipients
   * enter at the first step.
   */
  readonly entered: readonly AtStep[]
  /** The number of failed recipients that another job has run again, by the step at which they failed. */
  readonly retried: readonly AtStep[]
  /** The number of recipients that a user moved away from a step to one that does not follow it. */
  readonly left: readonly AtStep[]
  /** The number of recipients that a user moved to a step that does not follow theirs. */
  readonly arrived: readonly AtStep[]
  /**
   * Whether some counts are estimated from similar recipients, or are missing because the data was deleted.
   */
  readonly isEstimate: boolean
}

/**
 * The figures of one step. `in` is the sum of all other numbers except `retried`, whose recipients also count
 * as failed or unconfirmed.
 */
interface StepFigures extends Readonly<Record<Exclude<StepStatus, 'done'>, number>> {
  readonly step: number
  readonly path: string
  readonly type: ProgramStep['step']['type']
  readonly reached: number
  /** The number of recipients that continued after the step, or for which it was the last step. */
  readonly passed: number
  /** The number of failed and unconfirmed recipients that another job has run again. */
  readonly retried: number
  /** The reasons for the states of the recipients at the step, with their numbers, most frequent first. */
  readonly reasons: readonly StepReason[]
}

interface StepReason {
  readonly status: StepStatus
  readonly code: ReasonCode
  readonly count: number
}

/** The figures of all steps of a version, from several jobs. */
export interface VersionFigures
  extends Pick<StepCounts, 'version' | 'jobs' | 'open' | 'recipients' | 'isEstimate'> {
  /** The number of recipients of jobs of the version whose first step no runtime has run yet. */
  readonly notStarted: number
  readonly steps: readonly StepFigures[]
}

/** The figures of the latest jobs of a spinner. */
export interface SpinnerFigures {
  /** The figures of each version, latest version first. */
  readonly versions: readonly VersionFigures[]
  /** Whether the spinner has more jobs, older than the ones that the figures include. */
  readonly hasMore: boolean
}

/** The numbers of recipients that failed for one reason, or whose message may have been sent. */
export interface FailureCount {
  readonly code: ReasonCode
  readonly failed: number
  readonly unconfirmed: number
}

/**
 * Returns the failures of all steps and versions by reason, the most frequent first. The jobs store no reason with the
 * number of retried recipients, so a recipient counts in each job in which it failed.
 */
export function failuresByReason({ versions }: SpinnerFigures): readonly FailureCount[] {
  const byCode = new Map<ReasonCode, FailureCount>()
  for (const { status, code, count } of versions.flatMap(({ steps }) =>
    steps.flatMap((step) => step.reasons),
  ))
    if (status === 'failed' || status === 'unconfirmed') {
      const before = byCode.get(code) ?? { code, failed: 0, unconfirmed: 0 }
      byCode.set(code, { ...before, [status]: before[status] + count })
    }
  const all = ({ failed, unconfirmed }: FailureCount) => failed + unconfirmed
  return [...byCode.values()].toSorted((a, b) => all(b) - all(a) || (a.code < b.code ? -1 : 1))
}

/** The highest number of a spinner's jobs that its figures include. */
export const maxJobsCounted = 1_000

/**
 * Computes how many recipients came to each step and continued, from the steps at which they are now. A
 * recipient that came to a step and is no longer at it has continued. Stored counts are needed only for the
 * branches of a step.
 *
 * `apart`: counts retried recipients in the job that runs them again, not where they failed, so that jobs can
 * be added up.
 */
export function versionFigures(program: Program, counts: StepCounts, apart = false): VersionFigures {
  const placed = counts.byStatus.map((count) => ({ ...count, step: shownAt(program, count) }))
  const entered = countsBy(counts.entered)
  const retried = countsBy(counts.retried)
  const all = sum(placed)
  const coming = program.map(({ index }) => Math.max(0, entered.get(index) ?? 0))
  coming[0] = (coming[0] ?? 0) + Math.max(0, all - coming.reduce((total, count) => total + count, 0))
  const come = (step: number, count: number) => {
    if (step < program.length) coming[step] = (coming[step] ?? 0) + count
  }
  const departures = countsBy(counts.left)
  for (const { step, count } of counts.arrived) come(step, count)
  const steps = program.map(({ index, step, path, next, branches }) => {
    const here = placed.filter((one) => one.step === index)
    const of = (status: StepStatus) => sum(here.filter((one) => one.status === status))
    const done = of('done')
    const staying = sum(here) - done
    // Counts at least the recipients that are at the step now. The number that came from earlier steps can be
    // too low, because figures of branches may be estimated or deleted.
    const reached = Math.max(coming[index] ?? 0, staying + done)
    const passed = reached - staying
    let unassigned = Math.max(0, passed - (departures.get(index) ?? 0))
    for (const [branch, first] of branches.entries()) {
      const taken = counts.branches.filter((one) => one.step === index && one.branch === branch)
      const count = Math.min(unassigned, sum(taken))
      come(first, count)
      unassigned -= count
    }
    come(next, unassigned)
    const again = Math.min(retried.get(index) ?? 0, of('failed') + of('unconfirmed'))
    const ofFailed = apart ? Math.min(again, of('failed')) : 0
    return {
      step: index,
      path,
      type: step.type,
      reached: reached - (apart ? again : 0),
      passed,
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
  const { version, jobs, open, recipients, isEstimate } = counts
  return { version, jobs, open, recipients, isEstimate, notStarted: Math.max(0, recipients - all), steps }
}

/**
 * The reason code of recipients that wait because of a wait step. They are stored at the step that follows it.
 */
const byWait: ReasonCode = 'WAIT_STEP'

/**
 * Returns the step at which a recipient is shown. A recipient in a wait step is stored at the following step
 * but shown at the wait step, if only one wait step leads there.
 */
function shownAt(program: Program, { step, code, status }: Omit<StepStatusCount, 'count'>): number {
  if (code !== byWait || status !== 'waiting') return step
  return onlyWaitStepBefore(program, step) ?? step
}

function onlyWaitStepBefore(program: Program, step: number): number | null {
  const before = program.filter((place) => place.next === step && delayOf(place.step) !== null)
  return before.length === 1 ? (before[0]?.index ?? null) : null
}

/** The filter that finds the recipients of a job that are shown at a step. */
export interface StepFilter {
  readonly step: number
  /**
   * Whether the filter includes recipients of the step that still wait because of a wait step. False if they
   * are shown at that wait step instead.
   */
  readonly withWaits: boolean
  /**
   * The index of the step at which the recipients of this wait step are stored: the following step. Null if
   * this step shows no recipients of another step.
   */
  readonly waitsFor: number | null
}

/** Returns the filter for the recipients shown at a step. The step may not exist in the version. */
export function stepFilterOf(program: Program, step: number): StepFilter {
  const place = program[step]
  const showsRecipientsOfNextStep = place !== undefined && onlyWaitStepBefore(program, place.next) === step
  return {
    step,
    withWaits: onlyWaitStepBefore(program, step) === null,
    waitsFor: showsRecipientsOfNextStep && place.next < program.length ? place.next : null,
  }
}

function countsBy(counts: readonly AtStep[]): ReadonlyMap<number, number> {
  const by = new Map<number, number>()
  for (const { step, count } of counts) by.set(step, (by.get(step) ?? 0) + count)
  return by
}

function sum(counts: readonly { readonly count: number }[]): number {
  return counts.reduce((total, { count }) => total + count, 0)
}

function reasonsOf(here: readonly StepStatusCount[]): readonly StepReason[] {
  const by = new Map<string, StepReason>()
  for (const { status, code, count } of here) {
    if (code === null || count === 0) continue
    const slot = `${status} ${code}`
    by.set(slot, { status, code, count: (by.get(slot)?.count ?? 0) + count })
  }
  return [...by.values()].toSorted((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1))
}
