import type { User } from '../../domain/account/user.ts'

export interface UserStore {
  /** Adds a user. Throws CONFLICT if the address has an account. */
  add(user: User): Promise<void>
  lock(id: string): Promise<User | null>
  save(user: User): Promise<void>
  /** Returns the number of owners of an organization. The organization must be locked. */
  owners(organizationId: string): Promise<number>
  /**
   * Deletes a user with everything that lets them sign in: sessions, links and identities. The user must be
   * locked.
   */
  remove(id: string): Promise<void>
}
