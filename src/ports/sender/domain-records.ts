/** Reads the DNS records of a domain name. */
export abstract class DomainRecords {
  /**
   * Returns the TXT records, an empty list if there are none; null if DNS did not answer. `fresh` bypasses
   * answers cached some minutes ago.
   */
  abstract texts(name: string, fresh: boolean): Promise<readonly string[] | null>
}
