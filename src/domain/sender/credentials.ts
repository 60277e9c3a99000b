/** What opens an account. Sealed wherever it is kept. */
export type SenderCredentials = PasswordCredentials | TokenCredentials

export interface PasswordCredentials {
  readonly password: string
}

export interface TokenCredentials {
  readonly refreshToken: string
  readonly accessToken: string
  /** As ISO 8601: when the access token ends. */
  readonly expiresAt: string
}
