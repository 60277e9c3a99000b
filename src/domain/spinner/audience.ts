import { type LedgerPosition, startOfLedger } from '../ledger-position.ts'
import type { Starts } from './starts.ts'

/** The audiences of a spinner that are defined by its earlier jobs. */
export const audiences = ['new', 'all'] as const
type RangeKind = (typeof audiences)[number]

/**
 * The records that a job of a spinner takes: `new` takes records that no earlier job of the spinner has taken, `all` takes
 * every record, and `segment:ID` takes the records that belong to a segment. `new:ID` takes the records that no earlier job
 * has taken, and leaves out those that do not belong to a segment.
 */
export type Audience = RangeKind | `${typeof segmentPrefix}${string}` | `${typeof newPrefix}${string}`

const segmentPrefix = 'segment:'
const newPrefix = 'new:'

/** Returns the audience of a segment, for a spinner that starts in a way other than on records. */
export function audienceOfSegment(segmentId: string): Audience {
  return `${segmentPrefix}${segmentId}`
}

/** Returns the id of the segment that an audience names; null for other audiences. */
export function segmentOf(audience: Audience): string | null {
  return soughtSegmentOf(audience) ?? requiredSegmentOf(audience)
}

/** Returns the id of the segment in whose table a job seeks its records; null for other audiences. */
export function soughtSegmentOf(audience: Audience): string | null {
  return audience.startsWith(segmentPrefix) ? audience.slice(segmentPrefix.length) : null
}

/** Returns the id of the segment to which a new record must belong to get messages; null if it need not. */
export function requiredSegmentOf(audience: Audience): string | null {
  return audience.startsWith(newPrefix) ? audience.slice(newPrefix.length) : null
}

/**
 * Returns the audience in the form that fits the starts of a spinner: over a segment, a spinner that starts on records
 * takes new records only, and any other spinner all records of the segment.
 */
export function audienceFor(audience: Audience, { on }: Pick<Starts, 'on'>): Audience {
  const segmentId = segmentOf(audience)
  if (segmentId === null) return audience
  return on === 'records' ? `${newPrefix}${segmentId}` : audienceOfSegment(segmentId)
}

/**
 * Returns which part of the table's ledger an audience is: the records that no job has taken, or all. The records of a
 * segment may be any.
 */
export function rangeKindOf(audience: Audience): RangeKind {
  return audience === 'new' || requiredSegmentOf(audience) !== null ? 'new' : 'all'
}

/**
 * The records that a job takes from a table's ledger of appends: after the position `from`, up to and including
 * `to`.
 */
export interface AudienceRange {
  readonly from: LedgerPosition
  readonly to: LedgerPosition
}

/**
 * Returns the range of a table's ledger that a new job takes. Records that cancelled jobs gave back are counted
 * as the last ones before the range, so the range begins earlier by their number. Appends are numbered in the
 * order of their commits. A record acknowledged before the trigger is therefore in the range, and a record
 * committed later is in the next job's range. No record is in two ranges.
 */
export function audienceRange(
  kind: RangeKind,
  taken: LedgerPosition,
  committed: LedgerPosition,
  returned = 0,
): AudienceRange {
  // Prevents a range that ends before it begins. Two simultaneous triggers may read the ledger in one order and
  // lock the spinner in the other order.
  const to = committed.seq < taken.seq ? taken : committed
  if (kind === 'all') return { from: startOfLedger, to }
  return { from: { seq: taken.seq, records: taken.records - returned }, to }
}

export function audienceSize(range: AudienceRange): number {
  return range.to.records - range.from.records
}
