export interface WebhookSecretStore {
  /**
   * Replaces an organization's webhook signing secret by another secret in encrypted form. The former secret
   * also signs for one more day.
   */
  rotate(organizationId: string, ciphertext: string, at: Date): Promise<void>
}
