import type { ArrivalSettlement, ArrivalView, KeptArrival } from '../../domain/arrival/arrival.ts'
import type { ArrivalRoom } from '../../domain/arrival/arrival-bounds.ts'
import type { ArrivalState, KeptState } from '../../domain/arrival/arrival-state.ts'
import type { Claim } from '../../domain/arrival/claims.ts'
import type { Page, PageOf } from '../../domain/page.ts'
import type { EncodedBody } from './body-decoder.ts'

/** A filter for the arrivals of a table by ids, format and first reason; each condition is optional. */
export interface ArrivalSelection {
  readonly organizationId: string
  readonly dataTableId: string
  readonly arrivalIds?: readonly string[]
  readonly shape?: string
  readonly code?: string
}

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

/** The body of an arrival that is held or was refused. */
export interface HeldBody extends EncodedBody {
  readonly arrivalId: string
  /** The headers of the request by name in lower case, without credentials. */
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
}

export interface HeldBodySelection {
  readonly dataTableId: string
  /**
   * The format, or the arrival ids, of the wanted bodies; without both, the newest bodies of any format are
   * read.
   */
  readonly shape?: string
  readonly arrivalIds?: readonly string[]
  readonly limit: number
}

/**
 * Stores arrivals that were refused, held or ignored, with encrypted bodies, and lists all arrivals. The space of an organization is
 * limited. Held arrivals stay; all others are deleted to make room, oldest first.
 */
export abstract class ArrivalStore {
  /**
   * Stores an arrival; it is on disk when the promise resolves. Returns `duplicate` and stores nothing if its
   * claim is taken. Throws OVERLOADED if held arrivals leave no room.
   */
  abstract keep(arrival: KeptArrival, claim: Claim | null): Promise<'kept' | 'duplicate'>

  /**
   * Queues a refused or ignored arrival to be stored soon. If too many arrivals are queued, the arrival is
   * dropped and counted. `complete` is called only when the arrival is written, so that no work is done for
   * dropped arrivals.
   */
  abstract keepSoon(arrival: KeptArrival, complete: (arrival: KeptArrival) => KeptArrival): void

  /** Returns an arrival with its body; null if the organization has none with this id. */
  abstract find(organizationId: string, id: string): Promise<KeptArrival | null>

  /**
   * Returns arrivals that can be admitted, with their bodies, in order of arrival after `after`. Returns at
   * most `most`, fewer if they are large, and none at the end.
   */
  abstract admissible(
    wanted: ArrivalSelection,
    after: string | null,
    most: number,
  ): Promise<readonly KeptArrival[]>

  /**
   * Returns arrivals from before a time that are still in the state in which they were received. Their
   * process has neither admitted nor held them.
   */
  abstract received(before: Date, most: number): Promise<readonly KeptArrival[]>

  /**
   * Settles a held or received arrival without adding records. Returns false if another call has settled it
   * since it was read.
   */
  abstract settle(settlement: ArrivalSettlement): Promise<boolean>

  /**
   * Deletes some arrivals and some claims of records from before these times. Returns false if none are left.
   */
  abstract clear(before: { readonly arrivals: Date; readonly claims: Date }): Promise<boolean>

  /** Yields the arrivals of an organization that have a body, in order of arrival, in parts. */
  abstract withBodies(organizationId: string): AsyncIterable<readonly KeptArrival[]>

  /** Returns the arrivals with these ids, with their bodies: as many as fit into memory, at least one, newest first. */
  abstract bodiesOf(organizationId: string, ids: readonly string[]): Promise<readonly KeptArrival[]>

  /** Returns the used and the available space for the arrivals of an organization, in bytes. */
  abstract room(organizationId: string): Promise<ArrivalRoom>

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

  /** Returns the bodies of arrivals that are held or were refused, newest first. */
  abstract heldBodies(organizationId: string, wanted: HeldBodySelection): Promise<readonly HeldBody[]>
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
