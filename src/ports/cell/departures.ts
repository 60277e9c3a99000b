import type { Departure } from '../../domain/cell/departure.ts'

/**
 * Organizations that have moved to another cell. They are looked up only for a credential or id that is
 * unknown here.
 */
export abstract class Departures {
  abstract ofCredential(digest: string): Promise<Departure | null>
  abstract ofOrganization(organizationId: string): Promise<Departure | null>
}
