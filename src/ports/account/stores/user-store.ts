import type { User } from '../../../domain/account/user.ts'

export interface UserStore {
  /** Throws CONFLICT when the address has an account. */
  add(user: User): Promise<void>
  lock(id: string): Promise<User | null>
  save(user: User): Promise<void>
}
