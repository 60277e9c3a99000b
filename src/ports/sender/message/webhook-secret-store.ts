export interface WebhookSecretStore {
  /** Signs with another one from now on, given as it is kept. The one before goes on for a day. */
  rotate(organizationId: string, ciphertext: string, at: Date): Promise<void>
}
