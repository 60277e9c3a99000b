import type { PasswordReset } from '../../../domain/account/password/password-reset.ts'
import type { User } from '../../../domain/account/user.ts'

/** The user whose password a reset sets. */
export type ResetOwner = Pick<User, 'id' | 'organizationId' | 'email' | 'name'>

export interface PasswordResetStore {
  /** Adds a reset for the account of an address. Returns null if there is no account, after the same time. */
  addFor(email: string, reset: PasswordReset): Promise<ResetOwner | null>
  /** Uses up a reset and returns the id of its user; null if it is unknown, was used or is too old. */
  take(digest: string, at: Date): Promise<string | null>
  /** Ends all unused resets of a user. */
  endAll(userId: string, at: Date): Promise<void>
}
