/**
 * Digests that identify people whose address is no longer stored. An address always has the same digest in an
 * organization, even after the service's keys were replaced, and other digests elsewhere. Without the
 * organization's own key a digest reveals nothing.
 */
export abstract class PersonDigests {
  /** Returns the digest of a person's address, given in the form that `normalizedEmail` returns. */
  abstract of(organizationId: string, address: string): Promise<string>
  /**
   * Returns the digest of a person's address; null if the organization has no digests yet, so that no person
   * is known by one.
   */
  abstract known(organizationId: string, address: string): Promise<string | null>
}
