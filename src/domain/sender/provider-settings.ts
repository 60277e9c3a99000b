/** How this deployment is registered with a provider of mailboxes. */
export interface ProviderSettings {
  readonly clientId: string
  readonly clientSecret: string
  readonly issuer: string
  /** Where its API is, without a slash at the end. */
  readonly api: string
}
