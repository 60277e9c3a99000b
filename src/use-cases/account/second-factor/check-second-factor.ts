import {
  isConfirmed,
  type SecondFactor,
  type SecondFactorProof,
  withRecoveryCodeUsed,
  withStepUsed,
} from '../../../domain/account/second-factor/second-factor.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { AppCodes } from '../../../ports/account/second-factors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { SealedOwner, Sealing } from '../../../ports/sealing.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'

/** Checks codes of second factors, and uses them up, in the transactions of other use cases. */
export class CheckSecondFactor {
  readonly #codes: AppCodes
  readonly #sealing: Sealing
  readonly #clock: Clock

  constructor(codes: AppCodes, sealing: Sealing, clock: Clock) {
    this.#codes = codes
    this.#sealing = sealing
    this.#clock = clock
  }

  /**
   * Uses up a code and returns the second factor after it; null if the code is wrong or was used before. The account
   * must be locked. So of two requests with the same code, the second one is refused.
   */
  async within(
    tx: Transaction,
    factor: SecondFactor,
    proof: SecondFactorProof,
  ): Promise<SecondFactor | null> {
    const left = this.#after(factor, proof)
    if (left !== null) await tx.secondFactors.save(left)
    return left
  }

  /**
   * Finishes the set-up of a second factor with the first code of the authenticator app. Returns null if the code
   * is wrong. The account must be locked.
   */
  async confirmWithin(
    tx: Transaction,
    factor: SecondFactor,
    code: string,
    recoveryDigests: readonly string[],
  ): Promise<SecondFactor | null> {
    const left = this.#after(factor, { kind: 'appCode', code })
    if (left === null) return null
    const confirmed = { ...left, recoveryDigests, confirmedAt: this.#clock.now() }
    await tx.secondFactors.save(confirmed)
    return confirmed
  }

  #after(factor: SecondFactor, proof: SecondFactorProof): SecondFactor | null {
    if (proof.kind === 'recoveryCode')
      return proof.digest === null ? null : withRecoveryCodeUsed(factor, proof.digest)
    const secret = this.#sealing.open(factor.encryptedSecret, ofSecondFactor(factor.accountId))
    if (secret === null) throw new DomainError('CONFLICT', { message: unreadable })
    const step = this.#codes.stepOf(proof.code, secret, this.#clock.now())
    return step === null ? null : withStepUsed(factor, step)
  }
}

/** The message for a person whose app secret is encrypted with a key that the service no longer has. */
const unreadable =
  'Codes of authenticator apps cannot be checked, because an encryption key of the service is missing. Use a recovery code, or ask the operator'

export function ofSecondFactor(accountId: string): SealedOwner {
  return { kind: 'second factor', id: accountId }
}

/** Returns the second factor of an account whose set-up is finished. Throws CONFLICT if there is none. */
export async function confirmedFactor(tx: Transaction, accountId: string): Promise<SecondFactor> {
  const factor = await tx.secondFactors.of(accountId)
  if (isConfirmed(factor)) return factor
  throw new DomainError('CONFLICT', { message: 'Two-factor sign-in is not turned on' })
}
