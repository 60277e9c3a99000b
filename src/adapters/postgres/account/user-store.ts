import type { Role } from '../../../domain/account/role.ts'
import type { User } from '../../../domain/account/user.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { UserStore } from '../../../ports/account/user-store.ts'
import { execute, type Statement } from '../database.ts'
import { sqlState, uniqueViolation } from '../faults.ts'
import { type OpenTransaction, pick, Row, within } from '../rows.ts'
import { roleIn } from './role-column.ts'

const kept = [
  'id',
  'organizationId',
  'email',
  'name',
  'role',
  'passwordHash',
  'addressConfirmedAt',
  'createdAt',
] as const

class UserRow extends Row {
  static override tableName = 'users'
  declare id: string
  declare organizationId: string
  declare email: string
  declare name: string
  declare role: Role | 'member'
  declare passwordHash: string
  declare addressConfirmedAt: Date | null
  declare createdAt: Date
}

const countOwners: Statement = {
  name: 'count_owners',
  text: `select count(*)::int as owners from users where organization_id = $1 and role = 'owner'`,
}

const remove: Statement = {
  name: 'remove_user',
  text: `
    with links as (delete from account_links where user_id = $1),
         resets as (delete from password_resets where user_id = $1),
         consents as (delete from connect_states where user_id = $1),
         identities as (delete from open_id_identities where user_id = $1),
         opened as (delete from sessions where user_id = $1)
    delete from users where id = $1`,
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
      throw new DomainError('CONFLICT', { message: 'This e-mail address already has an account' })
    }
  }

  async lock(id: string): Promise<User | null> {
    const row = await within(this.#tx, UserRow).findById(id).forNoKeyUpdate()
    return row === undefined ? null : { ...pick(row, kept), role: roleIn(row.role) }
  }

  async owners(organizationId: string): Promise<number> {
    const [row] = await execute<{ owners: number }>(this.#tx.connection, countOwners, [organizationId])
    return row?.owners ?? 0
  }

  async remove(id: string): Promise<void> {
    await execute(this.#tx.connection, remove, [id])
  }

  async save({ id, ...user }: User): Promise<void> {
    await within(this.#tx, UserRow).findById(id).patch(user)
  }
}
