import type { SecondFactor } from '../../../domain/account/second-factor/second-factor.ts'
import type { SecondFactorStore } from '../../../ports/account/second-factors.ts'
import { entity, type OpenTransaction } from '../rows.ts'

export const secondFactors = entity(
  'second_factors',
  'accountId',
  'encryptedSecret',
  'appConfirmedAt',
  'confirmedAt',
  'lastStep',
  'recoveryDigests',
  'createdAt',
)

export class PostgresSecondFactorStore implements SecondFactorStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  of(accountId: string): Promise<SecondFactor | null> {
    return secondFactors.within(this.#tx).find({ accountId })
  }

  save(factor: SecondFactor): Promise<void> {
    return secondFactors.within(this.#tx).put(factor)
  }

  async remove(accountId: string): Promise<void> {
    await secondFactors.within(this.#tx).remove({ accountId })
  }
}
