import type { User } from '../../../domain/account/user.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { UserStore } from '../../../ports/account/accounts.ts'
import { execute, type Statement } from '../database.ts'
import { sqlState, uniqueViolation } from '../faults.ts'
import { entity, type OpenTransaction } from '../rows.ts'

export const users = entity(
  'users',
  'id',
  'organizationId',
  'email',
  'name',
  'role',
  'passwordHash',
  'addressConfirmedAt',
  'createdAt',
)

const remove: Statement = {
  name: 'remove_user',
  text: `
    with links as (delete from account_links where user_id = $1),
         resets as (delete from password_resets where user_id = $1),
         consents as (delete from sender_oauth_states where user_id = $1),
         factors as (delete from second_factors where user_id = $1),
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
      await users.within(this.#tx).add(user)
    } catch (error) {
      throw sqlState(error) === uniqueViolation ? addressTaken() : error
    }
  }

  lock(id: string): Promise<User | null> {
    return users.within(this.#tx).lock({ id })
  }

  owners(organizationId: string): Promise<number> {
    return users.within(this.#tx).count({ organizationId, role: 'owner' })
  }

  async remove(id: string): Promise<void> {
    await execute(this.#tx.connection, remove, [id])
  }

  async save({ id, ...user }: User): Promise<void> {
    try {
      await users.within(this.#tx).patch({ id }, user)
    } catch (error) {
      throw sqlState(error) === uniqueViolation ? addressTaken() : error
    }
  }
}

function addressTaken(): DomainError {
  return new DomainError('CONFLICT', { message: 'This e-mail address already has an account' })
}
