import type { Account } from '../../../domain/account/account.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { AccountStore } from '../../../ports/account/accounts.ts'
import { sqlState, uniqueViolation } from '../faults.ts'
import { entity, type OpenTransaction } from '../rows.ts'

const accounts = entity('accounts', 'id', 'email', 'passwordHash', 'addressConfirmedAt', 'createdAt')

export class PostgresAccountStore implements AccountStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async add(account: Account): Promise<void> {
    try {
      await accounts.within(this.#tx).add(account)
    } catch (error) {
      throw sqlState(error) === uniqueViolation ? addressTaken() : error
    }
    await this.#assertNotMoving(account.email)
  }

  lock(id: string): Promise<Account | null> {
    return accounts.within(this.#tx).lock({ id })
  }

  async save({ id, ...account }: Account): Promise<void> {
    const before = await accounts.within(this.#tx).find({ id })
    try {
      await accounts.within(this.#tx).patch({ id }, account)
    } catch (error) {
      throw sqlState(error) === uniqueViolation ? addressTaken() : error
    }
    if (before?.email !== account.email) await this.#assertNotMoving(account.email)
  }

  /**
   * Refuses the address of a person whose organization is moving to another cell. `close_organization` has stored the
   * address with "moving:" before it, and an organization whose move is given up needs it again. Called after the
   * address was written, because this write waits for a transaction that is closing the organization.
   */
  async #assertNotMoving(email: string): Promise<void> {
    if ((await accounts.within(this.#tx).find({ email: `moving:${email}` })) !== null) throw addressTaken()
  }
}

function addressTaken(): DomainError {
  return new DomainError('CONFLICT', { message: 'This e-mail address already has an account' })
}
