import type { Passkey } from '../../../domain/account/second-factor/passkey.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { PasskeyStore } from '../../../ports/account/passkeys.ts'
import { sqlState, uniqueViolation } from '../faults.ts'
import { entity, type OpenTransaction } from '../rows.ts'

export const passkeys = entity(
  'passkeys',
  'id',
  'accountId',
  'credentialId',
  'publicKey',
  'counter',
  'transports',
  'rpId',
  'name',
  'createdAt',
  'usedAt',
)

export class PostgresPasskeyStore implements PasskeyStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  of(accountId: string): Promise<readonly Passkey[]> {
    return passkeys.within(this.#tx).list({ accountId }, 'createdAt', 'id')
  }

  find(credentialId: string): Promise<Passkey | null> {
    return passkeys.within(this.#tx).find({ credentialId })
  }

  async add(passkey: Passkey): Promise<void> {
    try {
      await passkeys.within(this.#tx).add(passkey)
    } catch (error) {
      if (sqlState(error) !== uniqueViolation) throw error
      throw new DomainError('CONFLICT', { message: 'This passkey is already in use' })
    }
  }

  save(passkey: Passkey): Promise<void> {
    return passkeys.within(this.#tx).put(passkey)
  }

  async remove(id: string): Promise<void> {
    await passkeys.within(this.#tx).remove({ id })
  }

  async removeAll(accountId: string): Promise<void> {
    await passkeys.within(this.#tx).remove({ accountId })
  }
}
