import type { ArrivalView, KeptArrival } from '../../domain/arrival/arrival.ts'
import type { ArrivalState, KeptState } from '../../domain/arrival/arrival-state.ts'
import type { Page, PageOf } from '../../domain/page.ts'
import type { ArrivalSelection } from './arrival-store.ts'

/** A filter for arrivals; a field that is null does not restrict them. */
export interface ArrivalFilter {
  readonly dataTableId: string | null
  readonly state: ArrivalState | null
  readonly code: string | null
  readonly shape: string | null
  /** Whether to leave out accepted arrivals, which are stored without a body. */
  readonly keptOnly?: boolean
}

/** An accepted arrival. The ids of its records are consecutive. */
export interface AcceptedArrival extends ArrivalView {
  readonly firstRecordId: string
}

export abstract class ArrivalQueries {
  /**
   * Returns a page of arrivals, newest first. Arrivals that were accepted unchanged have neither code nor
   * format.
   */
  abstract list(organizationId: string, filter: ArrivalFilter, page: Page): Promise<PageOf<ArrivalView>>

  /**
   * Returns an accepted arrival with the id of its first record, by the arrival's id in the list; null if
   * there is none.
   */
  abstract accepted(organizationId: string, id: string): Promise<AcceptedArrival | null>
}

/**
 * The states of arrivals that a person may discard. An arrival that is still being processed is not among
 * them, because it is settled in a moment.
 */
export type DiscardableState = Extract<KeptState, 'held' | 'refused' | 'ignored'>

/**
 * Stores changes that a person makes to held or refused arrivals, in the transaction of the audit entry about
 * them. The store also deletes the keys by which repeated arrivals are recognized.
 */
export interface KeptArrivalStore {
  /**
   * Replaces the body of an arrival and the facts read from it, after an edit or an erase; with null the
   * arrival is deleted. Returns false if the arrival was settled, replaced or cleared since it was read.
   */
  replace(arrival: KeptArrival, rest: KeptArrival | null): Promise<boolean>
  /** Deletes up to `most` arrivals in these states and returns the number of deleted arrivals. */
  discard(wanted: ArrivalSelection, states: readonly DiscardableState[], most: number): Promise<number>
  /** Deletes up to `most` idempotency keys from before a time. Returns the number of deleted keys. */
  forgetIdempotencyKeys(before: Date, most: number): Promise<number>
}
