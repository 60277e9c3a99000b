import type { Departure } from '../../domain/cell/departure.ts'

/**
 * Finds organizations that have moved to another cell. They are searched only for a credential or id that is
 * unknown in this cell.
 */
export abstract class Departures {
  abstract ofCredential(digest: string): Promise<Departure | null>
  abstract ofOrganization(organizationId: string): Promise<Departure | null>
}
