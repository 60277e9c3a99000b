import type { Cell } from '../../record-cells.ts'
import { type IsoTime, inUtc, isoTimeOf } from '../../time/iso-time.ts'
import { dayAfter, localDay, momentOf } from '../../time/local-time.ts'
import { minutesOf } from '../send-window.ts'
import type { WaitUntilStep } from './step.ts'

/** The facts about a recipient at a `waitUntil` step. */
export interface WaitFacts {
  /** The time when the recipient reached the step that waits. */
  readonly since: Date
  /** The present value of the column that the `waitUntil` step reads. */
  readonly cell: Cell
  /** Whether the cell that the `waitUntil` step reads has changed since the recipient reached the step. */
  readonly hasChanged: boolean
  /**
   * Whether another transaction is writing the recipient's record at this moment, or has renamed the column
   * since the slice was leased, so that the value of the column is not known.
   */
  readonly isBusy: boolean
}

export type WaitVerdict =
  | { readonly kind: 'over' }
  | { readonly kind: 'timedOut' }
  | { readonly kind: 'noDate' }
  | { readonly kind: 'waits'; readonly for: 'date' | 'hour' | 'change'; readonly until: Date }

/** Returns the column whose value ends the wait; null if the wait depends on no column. */
export function awaitedColumnOf({ column, changes }: WaitUntilStep): string | null {
  return changes ?? column ?? null
}

/** The seconds after which a `waitUntil` step reads the record again if the value of the column was not known. */
const busySeconds = 2

/**
 * Returns whether a recipient's wait at a `waitUntil` step is over, and otherwise until when it lasts. `zone`
 * is the time zone in which times of day are read.
 */
export function waitStatusOf(
  step: WaitUntilStep,
  { since, cell, hasChanged, isBusy }: WaitFacts,
  zone: string,
  now: Date,
): WaitVerdict {
  const { timeoutSeconds } = step
  const timesOut = timeoutSeconds === undefined ? null : new Date(since.getTime() + timeoutSeconds * 1000)
  const waitsFor = step.changes !== undefined ? 'change' : step.column !== undefined ? 'date' : 'hour'
  if (isBusy) return { kind: 'waits', for: waitsFor, until: new Date(now.getTime() + busySeconds * 1000) }
  if (waitsFor === 'change' && hasChanged) return { kind: 'over' }
  const ends = waitsFor === 'change' ? null : endOf(step, since, cell, zone)
  if (ends !== null && ends <= now && (timesOut === null || ends <= timesOut)) return { kind: 'over' }
  if (timesOut !== null && timesOut <= now) return { kind: 'timedOut' }
  if (timesOut !== null && (ends === null || timesOut < ends))
    return { kind: 'waits', for: waitsFor, until: timesOut }
  return ends === null ? { kind: 'noDate' } : { kind: 'waits', for: waitsFor, until: ends }
}

/**
 * Returns the time when the wait of a `waitUntil` step ends; null if the cell of its column contains no date.
 */
function endOf(
  { column, offsetSeconds = 0, at }: WaitUntilStep,
  since: Date,
  cell: Cell,
  zone: string,
): Date | null {
  if (column === undefined) return nextHour(since, at, zone)
  const time = typeof cell === 'string' ? isoTimeOf(cell) : null
  if (time === null) return null
  const moment = withOffset(time, offsetSeconds, zone)
  return at === undefined ? moment : nextHour(moment, at, zone)
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
