/** An OpenID Connect provider at which the operator has registered this service. */
export interface OpenIdSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The name of the sign-in provider that people see. */
  readonly name: string
}
