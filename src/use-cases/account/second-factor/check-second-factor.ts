import type { AuditFacts } from '../../../domain/account/audit/facts.ts'
import { type PasskeyAnswer, withUse } from '../../../domain/account/second-factor/passkey.ts'
import {
  hasApp,
  isConfirmed,
  type SecondFactor,
  type SecondFactorProof,
  withRecoveryCodeUsed,
  withStepUsed,
} from '../../../domain/account/second-factor/second-factor.ts'
import type { User } from '../../../domain/account/user.ts'
import { DomainError } from '../../../domain/errors.ts'
import { PasskeyRefused, type WebAuthn } from '../../../ports/account/passkeys.ts'
import type { AppCodes } from '../../../ports/account/second-factors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { SealedOwner, Sealing } from '../../../ports/sealing.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import { wrongCode, wrongPasskey } from './wrong-code.ts'

/** The error for a wrong code or a wrong answer of a passkey. The message tells the person what to do. */
export class WrongProof extends Error {
  /** Facts for the audit entry of the refusal. */
  readonly facts: AuditFacts

  constructor(message: string, facts: AuditFacts = {}) {
    super(message)
    this.name = 'WrongProof'
    this.facts = facts
  }
}

/** Checks codes and passkeys of second factors, and uses them up, in the transactions of other use cases. */
export class CheckSecondFactor {
  readonly #codes: AppCodes
  readonly #webAuthn: WebAuthn
  readonly #sealing: Sealing
  readonly #clock: Clock

  constructor(codes: AppCodes, webAuthn: WebAuthn, sealing: Sealing, clock: Clock) {
    this.#codes = codes
    this.#webAuthn = webAuthn
    this.#sealing = sealing
    this.#clock = clock
  }

  /**
   * Uses up a code and returns the second factor after it. Throws WrongProof if the code is wrong or was used before.
   * The account must be locked. So of two requests with the same code, the second one is refused. The caller checks that
   * the challenge of a passkey's answer is the expected one.
   */
  async within(tx: Transaction, factor: SecondFactor, proof: SecondFactorProof): Promise<SecondFactor> {
    if (proof.kind === 'passkey') {
      await this.usePasskey(tx, factor.accountId, proof.answer)
      return factor
    }
    const left = this.#after(factor, proof)
    if (left === null) throw new WrongProof(wrongCodeMessage)
    await tx.accounts.saveSecondFactor(left)
    return left
  }

  /**
   * Uses up the proof with which a signed-in person changes their own sign-in, and returns the second factor after
   * it. Throws CONFLICT if two-factor sign-in is not on, and VALIDATION_FAILED if the proof is missing or wrong.
   * The account must be locked.
   */
  async proved(tx: Transaction, user: User, proof: SecondFactorProof | null): Promise<SecondFactor> {
    const factor = await tx.accounts.secondFactorOf(user.accountId)
    if (!isConfirmed(factor))
      throw new DomainError('CONFLICT', { message: 'Two-factor sign-in is not turned on' })
    if (proof === null) throw wrongCode(user, 'Two-factor sign-in is on, so a code or a passkey is needed')
    try {
      if (proof.kind === 'passkey') await this.#takeChallenge(tx, user, proof.answer)
      return await this.within(tx, factor, proof)
    } catch (error) {
      if (!(error instanceof WrongProof)) throw error
      const wrong = proof.kind === 'passkey' ? wrongPasskey : wrongCode
      throw wrong(user, error.message, error.facts)
    }
  }

  /** Uses up the proof as `proved` does if two-factor sign-in is on, and needs none otherwise. */
  async provedIfOn(
    tx: Transaction,
    user: User,
    proof: SecondFactorProof | null,
  ): Promise<SecondFactor | null> {
    const factor = await tx.accounts.secondFactorOf(user.accountId)
    return isConfirmed(factor) ? this.proved(tx, user, proof) : factor
  }

  /**
   * Verifies the answer of an account's passkey and stores its counter. Throws WrongProof. Returns whether the
   * authenticator verified the person. The account must be locked. So of two requests with one answer, the counter
   * refuses the second one, if the authenticator counts.
   */
  async usePasskey(tx: Transaction, accountId: string, answer: PasskeyAnswer): Promise<boolean> {
    const passkey = await tx.accounts.findPasskey(answer.credentialId)
    if (passkey?.accountId !== accountId) throw new WrongProof('This passkey does not belong to the account')
    const use = await this.#webAuthn.used(answer, passkey).catch((error: unknown) => {
      throw error instanceof PasskeyRefused ? new WrongProof(error.message) : error
    })
    const used = withUse(passkey, use, this.#clock.now())
    if (used === null)
      throw new WrongProof(
        'The counter of this passkey went back, so another device may have a copy of it. Use another way to sign in, and remove this passkey',
        { name: passkey.name, counterWentBack: true },
      )
    await tx.accounts.savePasskey(used)
    return use.userVerified
  }

  /**
   * Finishes the set-up of an authenticator app with its first code. Returns null if the code is wrong. The account
   * must be locked.
   */
  async confirmWithin(
    tx: Transaction,
    factor: SecondFactor,
    code: string,
    recoveryDigests: readonly string[],
  ): Promise<SecondFactor | null> {
    const left = this.#afterAppCode(factor, code)
    if (left === null) return null
    const now = this.#clock.now()
    const confirmed = { ...left, recoveryDigests, appConfirmedAt: now, confirmedAt: left.confirmedAt ?? now }
    await tx.accounts.saveSecondFactor(confirmed)
    return confirmed
  }

  async #takeChallenge(tx: Transaction, { id }: User, { digest }: PasskeyAnswer): Promise<void> {
    const now = this.#clock.now()
    const challenge = digest === null ? null : await tx.accountLinks.take(digest, 'passkeyProof', now)
    if (challenge?.userId !== id) throw new WrongProof(oldChallengeMessage)
  }

  #after(
    factor: SecondFactor,
    proof: Exclude<SecondFactorProof, { readonly kind: 'passkey' }>,
  ): SecondFactor | null {
    if (proof.kind === 'recoveryCode')
      return proof.digest === null ? null : withRecoveryCodeUsed(factor, proof.digest)
    return hasApp(factor) ? this.#afterAppCode(factor, proof.code) : null
  }

  #afterAppCode(factor: SecondFactor, code: string): SecondFactor | null {
    if (factor.encryptedSecret === null) return null
    const secret = this.#sealing.open(factor.encryptedSecret, ofSecondFactor(factor.accountId))
    if (secret === null) throw new DomainError('CONFLICT', { message: unreadable })
    const step = this.#codes.stepOf(code, secret, this.#clock.now())
    return step === null ? null : withStepUsed(factor, step)
  }
}

const wrongCodeMessage =
  'The code is wrong, too old, or was used before. Enter the code that the app shows now'

/** The message for an answer to a challenge that was used, has expired or was meant for another person. */
export const oldChallengeMessage =
  'The passkey was asked more than 10 minutes ago, or has answered before; try again'

/** The message for a person whose app secret is encrypted with a key that the service no longer has. */
const unreadable =
  'Codes of authenticator apps cannot be checked, because an encryption key of the service is missing. Use a recovery code, or ask the operator'

export function ofSecondFactor(accountId: string): SealedOwner {
  return { kind: 'second factor', id: accountId }
}
