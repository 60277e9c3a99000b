import { DomainError } from '../../../domain/errors.ts'
import type { User } from '../../../domain/organization/user.ts'
import type { UserStore } from '../../../ports/unit-of-work.ts'
import { sqlState, uniqueViolation } from '../faults.ts'
import { pick, type Session, UserRow, within } from '../rows.ts'

const kept = ['id', 'organizationId', 'email', 'name', 'role', 'passwordHash', 'createdAt'] as const

export class UserRepository implements UserStore {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  async add(user: User): Promise<void> {
    try {
      await within(this.#session, UserRow).insert({ ...user })
    } catch (error) {
      if (sqlState(error) !== uniqueViolation) throw error
      throw new DomainError('CONFLICT', { message: 'This e-mail address has an account already' })
    }
  }

  async lock(id: string): Promise<User | null> {
    const row = await within(this.#session, UserRow).findById(id).forNoKeyUpdate()
    return row === undefined ? null : pick(row, kept)
  }

  async save({ id, ...user }: User): Promise<void> {
    await within(this.#session, UserRow).findById(id).patch(user)
  }
}
