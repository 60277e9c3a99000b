/** The secrets that sign an organization's webhooks, so that receivers can verify the sender. */
export abstract class WebhookSecrets {
  /**
   * Returns the present webhook secret of an organization first, and for a day after a rotation also the
   * former one. Creates a secret on the first call.
   */
  abstract of(organizationId: string): Promise<readonly string[]>
  /**
   * Discards this process's cached webhook secrets after a rotation. Other processes read the new secret
   * within seconds.
   */
  abstract refresh(organizationId: string): void
}

export interface WebhookSecretStore {
  /**
   * Replaces an organization's webhook signing secret by another secret in encrypted form. The former secret
   * also signs for one more day.
   */
  rotate(organizationId: string, ciphertext: string, at: Date): Promise<void>
}
