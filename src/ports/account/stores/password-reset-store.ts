import type { PasswordReset } from '../../../domain/account/password/password-reset.ts'
import type { User } from '../../../domain/account/user.ts'

/** Whose password it sets. */
export type ResetOwner = Pick<User, 'id' | 'organizationId' | 'email' | 'name'>

export interface PasswordResetStore {
  /** For the account of an address; null when there is none, at the same cost. */
  addFor(email: string, reset: PasswordReset): Promise<ResetOwner | null>
  /** Uses it up and says whose it was; null for one that is unknown, used or too old. */
  take(digest: string, at: Date): Promise<string | null>
  /** Those of a person that were not used open nothing any more. */
  endAll(userId: string, at: Date): Promise<void>
}
