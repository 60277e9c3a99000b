/** What an organization's webhooks are signed with, so that receivers know who sent them. */
export abstract class WebhookSecrets {
  /** The present one first; for a day after a rotation the one before too. Made when first asked for. */
  abstract of(organizationId: string): Promise<readonly string[]>
  /** Answers the new one. */
  abstract rotate(organizationId: string): Promise<string>
}
