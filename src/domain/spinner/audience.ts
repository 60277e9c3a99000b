import { type LedgerPosition, startOfLedger } from '../ledger-position.ts'

/**
 * The audiences of a spinner: `new` takes records that no earlier job of the spinner has taken, `all` takes
 * every record.
 */
export const audiences = ['new', 'all'] as const
export type Audience = (typeof audiences)[number]

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
  audience: Audience,
  taken: LedgerPosition,
  committed: LedgerPosition,
  returned = 0,
): AudienceRange {
  // Prevents a range that ends before it begins. Two simultaneous triggers may read the ledger in one order and
  // lock the spinner in the other order.
  const to = committed.seq < taken.seq ? taken : committed
  if (audience === 'all') return { from: startOfLedger, to }
  return { from: { seq: taken.seq, records: taken.records - returned }, to }
}

export function audienceSize(range: AudienceRange): number {
  return range.to.records - range.from.records
}
