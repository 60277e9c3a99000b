import type { KeptArrival, Settlement } from '../../domain/arrival/arrival.ts'
import type { ArrivalRoom } from '../../domain/arrival/arrival-bounds.ts'
import type { Claim } from '../../domain/arrival/claims.ts'

/** A filter for the arrivals of a table by ids, format and first reason; each condition is optional. */
export interface ArrivalSelection {
  readonly organizationId: string
  readonly dataTableId: string
  readonly arrivalIds?: readonly string[]
  readonly shape?: string
  readonly code?: string
}

/**
 * Stores arrivals that were refused, held or ignored, with encrypted bodies. The space of an organization is
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
  abstract settle(settlement: Settlement): Promise<boolean>

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
}
