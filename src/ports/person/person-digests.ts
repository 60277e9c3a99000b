/**
 * By what a person is known again whose address is no longer kept: the same for an address each time, also after the
 * keys of the service were replaced, and in no other organization. Without the organization's own key it tells nothing.
 */
export abstract class PersonDigests {
  /** Of an address as `normalizedEmail` leaves it. */
  abstract of(organizationId: string, address: string): Promise<string>
  /** Null in an organization that has made none yet, and so knows nobody by one. */
  abstract known(organizationId: string, address: string): Promise<string | null>
}
