import type { KeptArrival, Settlement } from '../../domain/arrival/arrival.ts'
import type { ArrivalRoom } from '../../domain/arrival/arrival-bounds.ts'
import type { Claim } from '../../domain/arrival/claims.ts'

/** The arrivals of a table that have one of these ids, this shape and this first reason; each is optional. */
export interface WantedArrivals {
  readonly organizationId: string
  readonly dataTableId: string
  readonly arrivalIds?: readonly string[]
  readonly shape?: string
  readonly code?: string
}

/**
 * What was refused, is held or was ignored. Bodies lie sealed. What an organization may keep is bounded: what is held
 * stays, and everything else gives way to it, the oldest first.
 */
export abstract class ArrivalStore {
  /**
   * It is on the disk when this resolves. `duplicate` where something else has its claim: then it is not kept. Throws
   * OVERLOADED where what the organization holds leaves no room.
   */
  abstract keep(arrival: KeptArrival, claim: Claim | null): Promise<'kept' | 'duplicate'>

  /**
   * Of something that has been refused or ignored: kept soon, or dropped and counted where too much comes at once.
   * `complete` is asked when it is written, so that what is dropped is not looked at.
   */
  abstract keepSoon(arrival: KeptArrival, complete: (arrival: KeptArrival) => KeptArrival): void

  /** With its body; null where the organization has none of this id. */
  abstract find(organizationId: string, id: string): Promise<KeptArrival | null>

  /**
   * Those that can be admitted, with their bodies, in order of arrival after one of them: so many at most, and fewer
   * where they are large. None at the end.
   */
  abstract admissible(
    wanted: WantedArrivals,
    after: string | null,
    most: number,
  ): Promise<readonly KeptArrival[]>

  /** Those that were received before then, and whoever took them in has not admitted or held. */
  abstract received(before: Date, most: number): Promise<readonly KeptArrival[]>

  /** Without records. False where somebody else has settled it since it was read. */
  abstract settle(settlement: Settlement): Promise<boolean>

  /** Some of what was received before then, and of the claims before then. False when there is nothing more. */
  abstract clear(before: { readonly arrivals: Date; readonly claims: Date }): Promise<boolean>

  /** Reads the arrivals of an organization that have a body, in order of arrival, a part at a time. */
  abstract withBodies(organizationId: string): AsyncIterable<readonly KeptArrival[]>

  /** Returns the arrivals with these ids, with their bodies: as many as fit into memory, at least one, newest first. */
  abstract bodiesOf(organizationId: string, ids: readonly string[]): Promise<readonly KeptArrival[]>

  /** Returns how full the room for arrivals is, in bytes. */
  abstract room(organizationId: string): Promise<ArrivalRoom>
}
