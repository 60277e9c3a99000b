export interface WebhookSecretStore {
  /**
   * Replaces the signing secret by another one, given in encrypted form. The former secret also signs for one
   * more day.
   */
  rotate(organizationId: string, ciphertext: string, at: Date): Promise<void>
}
