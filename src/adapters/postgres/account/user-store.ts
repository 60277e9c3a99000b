import type { Role, User } from '../../../domain/account/user.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { UserStore } from '../../../ports/account/stores/user-store.ts'
import { sqlState, uniqueViolation } from '../faults.ts'
import { type OpenTransaction, pick, Row, within } from '../rows.ts'

const kept = ['id', 'organizationId', 'email', 'name', 'role', 'passwordHash', 'createdAt'] as const

class UserRow extends Row {
  static override tableName = 'users'
  declare id: string
  declare organizationId: string
  declare email: string
  declare name: string
  declare role: Role
  declare passwordHash: string
  declare createdAt: Date
}

export class PostgresUserStore implements UserStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async add(user: User): Promise<void> {
    try {
      await within(this.#tx, UserRow).insert({ ...user })
    } catch (error) {
      if (sqlState(error) !== uniqueViolation) throw error
      throw new DomainError('CONFLICT', { message: 'This e-mail address has an account already' })
    }
  }

  async lock(id: string): Promise<User | null> {
    const row = await within(this.#tx, UserRow).findById(id).forNoKeyUpdate()
    return row === undefined ? null : pick(row, kept)
  }

  async save({ id, ...user }: User): Promise<void> {
    await within(this.#tx, UserRow).findById(id).patch(user)
  }
}
