/** A permission to set a new password for an account, valid once. */
export interface PasswordReset {
  readonly digest: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

const validForMs = 30 * 60 * 1000

export function newPasswordReset(digest: string, now: Date): PasswordReset {
  return { digest, createdAt: now, expiresAt: new Date(now.getTime() + validForMs) }
}
