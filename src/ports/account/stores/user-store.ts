import type { User } from '../../../domain/account/user.ts'

export interface UserStore {
  /** Throws CONFLICT when the address has an account. */
  add(user: User): Promise<void>
  lock(id: string): Promise<User | null>
  save(user: User): Promise<void>
  /** How many owners an organization has. It must be locked. */
  owners(organizationId: string): Promise<number>
  /** With all that lets them in: sessions, links, identities. They must be locked. */
  remove(id: string): Promise<void>
}
