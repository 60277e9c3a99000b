import type { KeptArrival } from '../../domain/arrival/arrival.ts'
import type { KeptState } from '../../domain/arrival/arrival-state.ts'
import type { ArrivalSelection } from './arrival-store.ts'

/** States of arrivals that a person may discard. An arrival on its way in is settled in a moment. */
export type DiscardableState = Extract<KeptState, 'held' | 'refused' | 'ignored'>

/** Changes of kept arrivals by a person, in the transaction that records who made them. */
export interface KeptArrivalStore {
  /**
   * Replaces the body of an arrival and what was read of it, after an edit or an erase; with null the arrival is deleted.
   * Returns false if the arrival was settled, replaced or cleared since it was read.
   */
  replace(arrival: KeptArrival, rest: KeptArrival | null): Promise<boolean>
  /** Deletes up to `most` arrivals in these states and returns their number. */
  discard(wanted: ArrivalSelection, states: readonly DiscardableState[], most: number): Promise<number>
}
