/** The registration of this deployment with a mailbox provider. */
export interface ProviderSettings {
  readonly clientId: string
  readonly clientSecret: string
  readonly issuer: string
  /** The URL of the provider's API, without a slash at the end. */
  readonly api: string
}
