/** An OpenID Connect provider at which the operator has registered this service. */
export interface OpenIdSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The name by which people see the OpenID Connect provider, for example when they sign in. */
  readonly name: string
}
