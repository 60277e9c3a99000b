/**
 * Tells by which time organizations live. A real organization lives by the real time; any other one has a clock of its
 * own, and nothing that it sends leaves the service.
 */
export abstract class OrganizationTimes {
  /** Returns whether an organization is real. The answer never changes, so it is cached. */
  abstract isReal(organizationId: string): Promise<boolean>

  /** Returns the present time on the own clock of an organization; null for a real organization. */
  abstract testTimeOf(organizationId: string): Promise<Date | null>
}
