import type { Departure } from '../../domain/cell/departure.ts'

/** Organizations that are no longer here. Asked about what is not known here, and about nothing else. */
export abstract class Departures {
  abstract ofCredential(digest: string): Promise<Departure | null>
  abstract ofOrganization(organizationId: string): Promise<Departure | null>
}
