import type { Cell, DataRecord } from '../../record-cells.ts'
import { type IsoTime, inUtc, isoTimeOf } from '../../time/iso-time.ts'
import { dayAfter, localDay, momentOf } from '../../time/local-time.ts'
import { minutesOf } from '../send-window.ts'
import { nextMatchOf } from '../where/next-match.ts'
import { noAnswers, type PersonAnswers } from '../where/person-question.ts'
import { columnsOf, matchesWhere, type Where } from '../where/where.ts'
import type { WaitUntilStep } from './step.ts'

/** The facts about a recipient at a `waitUntil` step. */
export interface WaitFacts {
  /** The time when the recipient reached the step that waits. */
  readonly since: Date
  /** The present values of the columns that the `waitUntil` step reads. */
  readonly cells: DataRecord
  /** Whether a cell that the `waitUntil` step reads has changed since the recipient reached the step. */
  readonly hasChanged: boolean
  /**
   * Whether another transaction is writing the recipient's record at this moment, or has renamed a column
   * since the slice was leased, so that the values of the columns are not known.
   */
  readonly isBusy: boolean
}

export type WaitVerdict =
  | { readonly kind: 'over' }
  | { readonly kind: 'past'; readonly result: 'skip' | 'fail' }
  | { readonly kind: 'timedOut' }
  | { readonly kind: 'noDate' }
  | { readonly kind: 'waits'; readonly for: AwaitedKind; readonly until: Date }

type AwaitedKind = 'date' | 'hour' | 'change' | 'condition'

/** Returns the columns whose values end the wait; none if the wait depends on no column. */
export function awaitedColumnsOf({ column, changes, where }: WaitUntilStep): readonly string[] {
  if (where !== undefined) return columnsOf(where)
  const awaited = changes ?? column
  return awaited === undefined ? [] : [awaited]
}

/** The seconds after which a `waitUntil` step reads the record again if the values of its columns were not known. */
const busySeconds = 2

/**
 * Returns whether a recipient's wait at a `waitUntil` step is over, and otherwise until when it lasts. `zone`
 * is the time zone in which times of day are read. `answers` has the answers to the questions of a condition about the
 * person.
 */
export function waitStatusOf(
  step: WaitUntilStep,
  facts: WaitFacts,
  zone: string,
  now: Date,
  answers: PersonAnswers = noAnswers,
): WaitVerdict {
  const { since } = facts
  const { timeoutSeconds } = step
  const timesOut = timeoutSeconds === undefined ? null : new Date(since.getTime() + timeoutSeconds * 1000)
  const awaited = awaitedKindOf(step)
  if (facts.isBusy)
    return { kind: 'waits', for: awaited, until: new Date(now.getTime() + busySeconds * 1000) }
  const end =
    step.where === undefined ? endOf(step, facts, zone, now) : endOfCondition(step.where, facts, now, answers)
  if (end?.isPast === true && step.ifPast !== undefined && step.ifPast !== 'send')
    return { kind: 'past', result: step.ifPast }
  const ends = end?.at ?? null
  if (ends !== null && ends <= now && (end?.isEvent === true || timesOut === null || ends <= timesOut))
    return { kind: 'over' }
  if (timesOut !== null && timesOut <= now) return { kind: 'timedOut' }
  if (timesOut !== null && (ends === null || timesOut < ends))
    return { kind: 'waits', for: awaited, until: timesOut }
  return ends === null ? { kind: 'noDate' } : { kind: 'waits', for: awaited, until: ends }
}

function awaitedKindOf({ column, changes, where }: WaitUntilStep): AwaitedKind {
  if (where !== undefined) return 'condition'
  if (changes !== undefined) return 'change'
  return column === undefined ? 'hour' : 'date'
}

interface End {
  readonly at: Date
  /** Whether the date was past already when the recipient reached the step. */
  readonly isPast: boolean
  /** Whether the wait has ended by an event of the record, which counts also after the time-out. */
  readonly isEvent: boolean
}

/**
 * Returns the time when the wait of a `waitUntil` step ends; null if that is not known: the record must change first, or
 * the cell of the column contains no date.
 */
function endOf(step: WaitUntilStep, facts: WaitFacts, zone: string, now: Date): End | null {
  const { column, changes } = step
  const { since, cells, hasChanged } = facts
  if (changes !== undefined) return hasChanged ? endedBy(now) : null
  if (column === undefined) return endAt(nextHour(since, step.at, zone))
  return endOfDate(step, Object.hasOwn(cells, column) ? (cells[column] ?? null) : null, since, zone)
}

/** Returns the time when a record meets a condition; null if the record or the person must change first. */
function endOfCondition(where: Where, { cells }: WaitFacts, now: Date, answers: PersonAnswers): End | null {
  return matchesWhere(where, cells, now, answers)
    ? endedBy(now)
    : endAt(nextMatchOf(where, cells, now, answers))
}

function endedBy(now: Date): End {
  return { at: now, isPast: false, isEvent: true }
}

function endAt(at: Date | null): End | null {
  return at === null ? null : { at, isPast: false, isEvent: false }
}

/**
 * Returns the time when the wait for the date of a cell ends; null if the cell contains no date. A day without a time is
 * past once the day is over, and a time at once.
 */
function endOfDate(
  { offsetSeconds = 0, at }: WaitUntilStep,
  cell: Cell,
  since: Date,
  zone: string,
): End | null {
  const time = typeof cell === 'string' ? isoTimeOf(cell) : null
  if (time === null) return null
  const moment = withOffset(time, offsetSeconds, zone)
  const end = at === undefined ? moment : nextHour(moment, at, zone)
  const isPast = time.clock === null ? localDay(end, zone) < localDay(since, zone) : end < since
  return { at: end, isPast, isEvent: false }
}

const daySeconds = 86_400

/**
 * Adds an offset in seconds to the date of a cell. Whole days are added on the zone's calendar, because a day
 * with a clock change has more or fewer than 24 hours.
 */
function withOffset(time: IsoTime, seconds: number, zone: string): Date {
  if (time.offset !== null) return new Date(inUtc(time) + seconds * 1000)
  const days = Math.trunc(seconds / daySeconds)
  const clock = time.clock ?? 0
  const minutes = Math.floor(clock / 60_000)
  const moment = momentOf(dayAfter(time.day, days), minutes, zone)
  return new Date(moment.getTime() + (clock - minutes * 60_000) + (seconds - days * daySeconds) * 1000)
}

/** Returns the first time after `from` at which clocks in a time zone show the time of day `at`. */
function nextHour(from: Date, at = '00:00', zone: string): Date {
  const today = localDay(from, zone)
  for (let ahead = 0; ahead <= 2; ahead++) {
    const moment = momentOf(dayAfter(today, ahead), minutesOf(at), zone)
    if (moment >= from) return moment
  }
  throw new Error('The time of day of the step does not occur within two days')
}
