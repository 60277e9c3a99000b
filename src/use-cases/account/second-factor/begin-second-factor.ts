import type { Actor } from '../../../domain/account/audit/actor.ts'
import { isConfirmed, newSecondFactor } from '../../../domain/account/second-factor/second-factor.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { AppCodes } from '../../../ports/account/second-factors.ts'
import type { Throttle } from '../../../ports/account/throttle.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import type { OwnPassword } from '../own-password.ts'
import { ofSecondFactor } from './check-second-factor.ts'

export interface BeginSecondFactorCommand {
  readonly signedIn: SignedIn
  readonly password: string
  readonly by: Actor
}

/** The secret for an authenticator app, and the URL that the app reads from a QR code. */
export interface AppSecret {
  readonly secret: string
  readonly url: string
}

/**
 * Creates the secret for a user's authenticator app. Sign-ins do not change until the user confirms the set-up
 * with a code. Beginning again replaces the secret.
 */
export class BeginSecondFactor {
  readonly #unitOfWork: UnitOfWork
  readonly #ownPassword: OwnPassword
  readonly #throttle: Throttle
  readonly #codes: AppCodes
  readonly #sealing: Sealing
  readonly #clock: Clock

  constructor(
    unitOfWork: UnitOfWork,
    ownPassword: OwnPassword,
    throttle: Throttle,
    codes: AppCodes,
    sealing: Sealing,
    clock: Clock,
  ) {
    this.#unitOfWork = unitOfWork
    this.#ownPassword = ownPassword
    this.#throttle = throttle
    this.#codes = codes
    this.#sealing = sealing
    this.#clock = clock
  }

  async execute({ signedIn: { user }, password, by }: BeginSecondFactorCommand): Promise<AppSecret> {
    const attempter = { account: user.accountId, address: by.address }
    await this.#throttle.attemptOn('secondFactor', attempter)
    const lockOwn = await this.#ownPassword.check(user, password)
    const secret = this.#codes.newSecret()
    const sealed = this.#sealing.seal(secret, ofSecondFactor(user.accountId))
    await this.#unitOfWork.run(async (tx) => {
      await lockOwn(tx)
      if (isConfirmed(await tx.secondFactors.of(user.accountId)))
        throw new DomainError('CONFLICT', {
          message: 'Two-factor sign-in is already turned on. Turn it off first to set up another app',
        })
      await tx.secondFactors.save(newSecondFactor(user.accountId, sealed, this.#clock.now()))
    })
    await this.#throttle.forgiveOn('secondFactor', attempter)
    return { secret, url: this.#codes.urlOf(secret, user.email) }
  }
}
