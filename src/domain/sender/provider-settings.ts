/** The registration of this deployment as an OAuth client of a mailbox provider. */
export interface ProviderSettings {
  readonly clientId: string
  readonly clientSecret: string
  readonly issuer: string
  /** The URL of the mailbox provider's API, without a slash at the end. */
  readonly api: string
}
