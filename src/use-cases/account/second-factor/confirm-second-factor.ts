import type { Actor } from '../../../domain/account/audit/actor.ts'
import { hasApp, isSetUpTooOld } from '../../../domain/account/second-factor/second-factor.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Mailer } from '../../../ports/account/mailer.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Throttle } from '../../../ports/account/throttle.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { noteOfAccount } from '../audit/note-of-account.ts'
import type { CheckSecondFactor } from './check-second-factor.ts'
import { newRecoveryCodes } from './new-recovery-codes.ts'
import { secondFactorMail } from './second-factor-mail.ts'
import { wrongCode } from './wrong-code.ts'

export interface ConfirmSecondFactorCommand {
  readonly signedIn: SignedIn
  /** The first code that the authenticator app shows. */
  readonly code: string
  readonly by: Actor
}

/**
 * Turns two-factor sign-in on with a first code of the user's authenticator app, and returns the recovery codes,
 * which are shown once. Existing sessions stay. The set-up of the app must have begun within the last hour.
 */
export class ConfirmSecondFactor {
  readonly #unitOfWork: UnitOfWork
  readonly #checkSecondFactor: CheckSecondFactor
  readonly #throttle: Throttle
  readonly #secrets: Secrets
  readonly #mailer: Mailer
  readonly #clock: Clock

  constructor(
    unitOfWork: UnitOfWork,
    checkSecondFactor: CheckSecondFactor,
    throttle: Throttle,
    secrets: Secrets,
    mailer: Mailer,
    clock: Clock,
  ) {
    this.#unitOfWork = unitOfWork
    this.#checkSecondFactor = checkSecondFactor
    this.#throttle = throttle
    this.#secrets = secrets
    this.#mailer = mailer
    this.#clock = clock
  }

  async execute({ signedIn: { user }, code, by }: ConfirmSecondFactorCommand): Promise<readonly string[]> {
    const attempter = { account: user.accountId, isSignedIn: true, address: by.address }
    await this.#throttle.attemptOn('secondFactor', attempter)
    const { codes, digests } = newRecoveryCodes(this.#secrets)
    await this.#unitOfWork.run(async (tx) => {
      await tx.accounts.lock(user.accountId)
      const factor = await tx.accounts.secondFactorOf(user.accountId)
      if (factor === null || factor.encryptedSecret === null || hasApp(factor))
        throw new DomainError('CONFLICT', {
          message: 'No set-up of two-factor sign-in waits for a code; begin the set-up first',
        })
      if (isSetUpTooOld(factor, this.#clock.now()))
        throw new DomainError('CONFLICT', {
          message:
            'The set-up of the authenticator app was begun more than an hour ago; begin again, and add the new secret to the app',
        })
      const confirmed = await this.#checkSecondFactor.confirmWithin(tx, factor, code, digests)
      if (confirmed === null)
        throw wrongCode(user, 'The code is wrong or too old. Enter the code that the app shows now')
      await noteOfAccount(tx, user.accountId, by, { action: 'secondFactor.turnedOn' })
    })
    await this.#throttle.forgiveOn('secondFactor', attempter)
    this.#mailer.post(secondFactorMail(user, 'on'))
    return codes
  }
}
