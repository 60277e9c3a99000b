import { type LedgerPosition, startOfLedger } from '../arrival/ledger-position.ts'

/**
 * The audiences of a spinner: `new` takes records that no earlier job of the spinner has taken, `all` takes
 * every record.
 */
export const audiences = ['new', 'all'] as const
export type Audience = (typeof audiences)[number]

/** The part of a table's ledger that a job goes through: after `from`, up to and including `to`. */
export interface AudienceRange {
  readonly from: LedgerPosition
  readonly to: LedgerPosition
}

/**
 * Returns the range of a table's ledger for a new job. Returned records of cancelled jobs count as the last
 * records before the range.
 *
 * seq order is commit order, so the range between two places is exact. A record acknowledged before the trigger
 * is in the range, and a record that commits later is in the next job's range. No record is in two ranges.
 */
export function audienceRange(
  audience: Audience,
  taken: LedgerPosition,
  committed: LedgerPosition,
  returned = 0,
): AudienceRange {
  // Prevents a range that ends before it begins. Two simultaneous triggers may read the ledger in one order
  // and get the spinner's lock in the other.
  const to = committed.seq < taken.seq ? taken : committed
  if (audience === 'all') return { from: startOfLedger, to }
  return { from: { seq: taken.seq, records: taken.records - returned }, to }
}

export function audienceSize(range: AudienceRange): number {
  return range.to.records - range.from.records
}
