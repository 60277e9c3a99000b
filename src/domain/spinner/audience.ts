import { type LedgerPosition, startOfLedger } from '../ledger-position.ts'

/** The audiences of a spinner that are defined by its earlier jobs. */
export const audiences = ['new', 'all'] as const
type RangeKind = (typeof audiences)[number]

/**
 * The records that a job of a spinner takes: `new` takes records that no earlier job of the spinner has taken, `all` takes
 * every record, and `segment:ID` takes the records that belong to a segment.
 */
export type Audience = RangeKind | `segment:${string}`

const segmentPrefix = 'segment:'

export function audienceOfSegment(segmentId: string): Audience {
  return `segment:${segmentId}`
}

/** Returns the id of the segment whose records an audience takes; null for other audiences. */
export function segmentOf(audience: Audience): string | null {
  return audience.startsWith(segmentPrefix) ? audience.slice(segmentPrefix.length) : null
}

/**
 * Returns which part of the table's ledger an audience is: the records that no job has taken, or all. The records of a
 * segment may be any.
 */
export function rangeKindOf(audience: Audience): RangeKind {
  return audience === 'new' ? 'new' : 'all'
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
