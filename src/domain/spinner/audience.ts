import { type LedgerPlace, startOfLedger } from '../arrival/ledger-place.ts'

/** `new` takes the records that no earlier job of the spinner has taken, `all` takes every record. */
export const audiences = ['new', 'all'] as const
export type Audience = (typeof audiences)[number]

/** The part of a table's ledger that a job goes through: after `from`, up to and including `to`. */
export interface AudienceRange {
  readonly from: LedgerPlace
  readonly to: LedgerPlace
}

/**
 * What cancelled jobs gave back counts as if it had come in last before the range.
 *
 * Because seq order is commit order, what lies between two places is exact: a record acknowledged
 * before the trigger is in, one that commits later is in the next job, and none is ever in two.
 */
export function audienceRange(
  audience: Audience,
  taken: LedgerPlace,
  committed: LedgerPlace,
  returned = 0,
): AudienceRange {
  // Two triggers at once may read the ledger in one order and get the spinner's lock in the other.
  const to = committed.seq < taken.seq ? taken : committed
  if (audience === 'all') return { from: startOfLedger, to }
  return { from: { seq: taken.seq, records: taken.records - returned }, to }
}

export function sizeOf(range: AudienceRange): number {
  return range.to.records - range.from.records
}
