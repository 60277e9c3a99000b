/** Requests the links of messages, to find those that do not answer. */
export abstract class LinkCheck {
  /**
   * Returns in words why some of the web addresses do not answer, by address. Requests public addresses alone, and all
   * of them within a few seconds. Never throws.
   */
  abstract faultsOf(urls: readonly string[]): Promise<ReadonlyMap<string, string>>
}
