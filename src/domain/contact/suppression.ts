/** The reasons why the jobs of an organization no longer send to an address. */
export const suppressionReasons = ['unsubscribed', 'bounced', 'complained', 'added'] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

export interface Suppression {
  readonly id: string
  readonly organizationId: string
  /** The suppressed address as `normalizedEmail` returns it. */
  readonly email: string
  readonly reason: SuppressionReason
  readonly createdAt: Date
}

/** The reason and the time of a suppression, as the page of a person shows them. */
export interface KnownSuppression extends Pick<Suppression, 'reason' | 'createdAt'> {
  /** The id of the suppression; null if the organization stores only a digest of the address of an erased person. */
  readonly id: string | null
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
