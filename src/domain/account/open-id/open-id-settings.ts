/** A provider of OpenID Connect, as the operator has registered this service with it. */
export interface OpenIdSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** What people call it. */
  readonly name: string
}
