/** The password of an account at an SMTP server. It is encrypted wherever it is stored. */
export interface PasswordCredentials {
  readonly password: string
}

/** The OAuth tokens of an account at a mailbox provider. They are encrypted wherever they are stored. */
export interface TokenCredentials {
  readonly refreshToken: string
  readonly accessToken: string
  /** The time when the OAuth access token expires (ISO 8601). */
  readonly expiresAt: string
}
