/** The reasons why the jobs of an organization no longer send to an address. */
export const suppressionReasons = ['unsubscribed', 'bounced', 'complained', 'added'] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

export interface Suppression {
  readonly id: string
  readonly organizationId: string
  /**
   * The suppressed address as `normalizedEmail` returns it; for a whole domain, its entry as `domainEntry` returns it,
   * such as "@example.com".
   */
  readonly email: string
  /** The note of a member about the suppression; null if nothing. */
  readonly note: string | null
  readonly reason: SuppressionReason
  readonly createdAt: Date
}

/** The reason and the time of a suppression, as the page of a person shows them. */
export interface KnownSuppression extends Pick<Suppression, 'reason' | 'createdAt'> {
  /**
   * The id of the suppression of the address; null if its whole domain is suppressed, or if the organization stores
   * only a digest of the address of an erased person.
   */
  readonly id: string | null
}

/**
 * Returns the entry of the suppression list that suppresses the whole domain of an address: "@example.com" for
 * "ada@example.com". The SQL function `domain_entry` does the same. Subdomains have entries of their own.
 */
export function domainEntry(address: string): string {
  return address.slice(address.lastIndexOf('@'))
}

/** Returns the domain that an entry of the suppression list suppresses; null if it suppresses one address. */
export function domainOfEntry(entry: string): string | null {
  return entry.startsWith('@') ? entry.slice(1) : null
}

/** The words that explain to a user why a recipient with a suppressed address was skipped. */
export const wordsOfSuppression: Readonly<Record<SuppressionReason, string>> = {
  unsubscribed: 'The person has unsubscribed',
  bounced: 'An earlier e-mail to the address bounced',
  complained: 'The person reported a message as spam',
  added: 'The address is on the suppression list',
}

/** An event that suppressed an address or ended its suppression. */
export interface SuppressionEvent {
  readonly kind: SuppressionReason | 'lifted'
  readonly at: Date
}
