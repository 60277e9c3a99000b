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
  }

  lock(id: string): Promise<Account | null> {
    return accounts.within(this.#tx).lock({ id })
  }

  async save({ id, ...account }: Account): Promise<void> {
    try {
      await accounts.within(this.#tx).patch({ id }, account)
    } catch (error) {
      throw sqlState(error) === uniqueViolation ? addressTaken() : error
    }
  }
}

function addressTaken(): DomainError {
  return new DomainError('CONFLICT', { message: 'This e-mail address already has an account' })
}
