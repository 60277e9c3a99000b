import type { KeptArrival } from '../../domain/arrival/arrival.ts'
import type { KeptState } from '../../domain/arrival/arrival-state.ts'
import type { ArrivalSelection } from './arrival-store.ts'

/**
 * The states of arrivals that a person may discard. An arrival that is still being processed is not among
 * them, because it is settled in a moment.
 */
export type DiscardableState = Extract<KeptState, 'held' | 'refused' | 'ignored'>

/**
 * Stores changes that a person makes to held or refused arrivals, in the transaction of the audit entry about
 * them.
 */
export interface KeptArrivalStore {
  /**
   * Replaces the body of an arrival and the facts read from it, after an edit or an erase; with null the
   * arrival is deleted. Returns false if the arrival was settled, replaced or cleared since it was read.
   */
  replace(arrival: KeptArrival, rest: KeptArrival | null): Promise<boolean>
  /** Deletes up to `most` arrivals in these states and returns the number of deleted arrivals. */
  discard(wanted: ArrivalSelection, states: readonly DiscardableState[], most: number): Promise<number>
}
