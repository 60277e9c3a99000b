/** The password of an account at an SMTP server. Encrypted wherever it is stored. */
export interface PasswordCredentials {
  readonly password: string
}

/** The OAuth tokens of an account at a provider. Encrypted wherever they are stored. */
export interface TokenCredentials {
  readonly refreshToken: string
  readonly accessToken: string
  /** The time when the access token expires (ISO 8601). */
  readonly expiresAt: string
}
