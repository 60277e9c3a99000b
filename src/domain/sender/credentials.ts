/** What opens an account at an SMTP server. Sealed wherever it is kept. */
export interface PasswordCredentials {
  readonly password: string
}

/** The same at a provider. */
export interface TokenCredentials {
  readonly refreshToken: string
  readonly accessToken: string
  /** As ISO 8601: when the access token ends. */
  readonly expiresAt: string
}
