import type { Departure, Move } from '../../domain/cell/departure.ts'

/**
 * Finds organizations that have moved to another cell, or are to be deleted. They are searched only for a credential
 * or id that is unknown in this cell.
 */
export abstract class Departures {
  abstract ofCredential(digest: string): Promise<Departure | null>
  abstract moveOf(organizationId: string): Promise<Move | null>
}
