/** What an organization's webhooks are signed with, so that receivers know who sent them. */
export abstract class WebhookSecrets {
  /** The present one first; for a day after a rotation the one before too. Made when first asked for. */
  abstract of(organizationId: string): Promise<readonly string[]>
  /** After a rotation: this process asks anew. Others hear of it within seconds. */
  abstract refresh(organizationId: string): void
}
