import type { PasswordReset } from '../../../domain/account/password/password-reset.ts'
import type { User } from '../../../domain/account/user.ts'

/** The user whose password a reset sets. */
export type ResetOwner = Pick<User, 'id' | 'organizationId' | 'email' | 'name'>

export interface PasswordResetStore {
  /**
   * Adds a password reset for the account of an address. Returns null if there is no account, after the same
   * time as for a known account.
   */
  addFor(email: string, reset: PasswordReset): Promise<ResetOwner | null>
  /**
   * Uses up a password reset and returns the id of its user; null if the reset is unknown, was used or is too
   * old.
   */
  take(digest: string, at: Date): Promise<string | null>
  /** Ends all unused password resets of a user. */
  endAll(userId: string, at: Date): Promise<void>
}
