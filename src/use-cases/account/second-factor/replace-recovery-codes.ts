import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { SecondFactorProof } from '../../../domain/account/second-factor/second-factor.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import type { Mailer } from '../../../ports/account/mailer.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Throttle } from '../../../ports/account/throttle.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { noteOfAccount } from '../audit/note-of-account.ts'
import type { OwnPassword } from '../own-password.ts'
import type { CheckSecondFactor } from './check-second-factor.ts'
import { newRecoveryCodes } from './new-recovery-codes.ts'
import { secondFactorMail } from './second-factor-mail.ts'

/** A command of a user about their own second factor, with the proofs that it is really them. */
export interface ProvedCommand {
  readonly signedIn: SignedIn
  readonly password: string
  /** The proof of the second factor; null is refused. */
  readonly proof: SecondFactorProof | null
  readonly by: Actor
}

/** Replaces all recovery codes of a user by new ones, and returns these. */
export class ReplaceRecoveryCodes {
  readonly #unitOfWork: UnitOfWork
  readonly #ownPassword: OwnPassword
  readonly #checkSecondFactor: CheckSecondFactor
  readonly #throttle: Throttle
  readonly #secrets: Secrets
  readonly #mailer: Mailer

  constructor(
    unitOfWork: UnitOfWork,
    ownPassword: OwnPassword,
    checkSecondFactor: CheckSecondFactor,
    throttle: Throttle,
    secrets: Secrets,
    mailer: Mailer,
  ) {
    this.#unitOfWork = unitOfWork
    this.#ownPassword = ownPassword
    this.#checkSecondFactor = checkSecondFactor
    this.#throttle = throttle
    this.#secrets = secrets
    this.#mailer = mailer
  }

  async execute({ signedIn: { user }, password, proof, by }: ProvedCommand): Promise<readonly string[]> {
    const attempter = { account: user.accountId, isSignedIn: true, address: by.address }
    await this.#throttle.attemptOn('secondFactor', attempter)
    const lockOwn = await this.#ownPassword.check(user, password)
    const { codes, digests } = newRecoveryCodes(this.#secrets)
    await this.#unitOfWork.run(async (tx) => {
      await lockOwn(tx)
      const left = await this.#checkSecondFactor.proved(tx, user, proof)
      await tx.accounts.saveSecondFactor({ ...left, recoveryDigests: digests })
      await noteOfAccount(tx, user.accountId, by, { action: 'secondFactor.codesReplaced' })
    })
    await this.#throttle.forgiveOn('secondFactor', attempter)
    this.#mailer.post(secondFactorMail(user, 'newCodes'))
    return codes
  }
}
