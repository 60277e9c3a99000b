import type { Actor } from '../../../domain/account/audit/actor.ts'
import {
  hasApp,
  type SecondFactorProof,
  withNewApp,
} from '../../../domain/account/second-factor/second-factor.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { AppCodes } from '../../../ports/account/second-factors.ts'
import type { Throttle } from '../../../ports/account/throttle.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import type { OwnPassword } from '../own-password.ts'
import { type CheckSecondFactor, ofSecondFactor } from './check-second-factor.ts'

export interface BeginSecondFactorCommand {
  readonly signedIn: SignedIn
  readonly password: string
  /** The proof of the second factor; null is enough while two-factor sign-in is off. */
  readonly proof: SecondFactorProof | null
  readonly by: Actor
}

/** The secret for an authenticator app, and the URL that the app reads from a QR code. */
export interface AppSecret {
  readonly secret: string
  readonly url: string
}

/**
 * Creates the secret for a user's authenticator app. Sign-ins do not change until the user confirms the set-up
 * with a code. Beginning again replaces the secret. A user whose passkeys are the second factor needs one of them.
 */
export class BeginSecondFactor {
  readonly #unitOfWork: UnitOfWork
  readonly #ownPassword: OwnPassword
  readonly #checkSecondFactor: CheckSecondFactor
  readonly #throttle: Throttle
  readonly #codes: AppCodes
  readonly #sealing: Sealing
  readonly #clock: Clock

  constructor(
    unitOfWork: UnitOfWork,
    ownPassword: OwnPassword,
    checkSecondFactor: CheckSecondFactor,
    throttle: Throttle,
    codes: AppCodes,
    sealing: Sealing,
    clock: Clock,
  ) {
    this.#unitOfWork = unitOfWork
    this.#ownPassword = ownPassword
    this.#checkSecondFactor = checkSecondFactor
    this.#throttle = throttle
    this.#codes = codes
    this.#sealing = sealing
    this.#clock = clock
  }

  async execute({ signedIn: { user }, password, proof, by }: BeginSecondFactorCommand): Promise<AppSecret> {
    const attempter = { account: user.accountId, isSignedIn: true, address: by.address }
    await this.#throttle.attemptOn('secondFactor', attempter)
    const lockOwn = await this.#ownPassword.check(user, password)
    const secret = this.#codes.newSecret()
    const encryptedSecret = this.#sealing.seal(secret, ofSecondFactor(user.accountId))
    await this.#unitOfWork.run(async (tx) => {
      await lockOwn(tx)
      if (hasApp(await tx.accounts.secondFactorOf(user.accountId)))
        throw new DomainError('CONFLICT', {
          message: 'You have set up an authenticator app already. Turn it off first to set up another app',
        })
      const factor = await this.#checkSecondFactor.provedIfOn(tx, user, proof)
      const facts = { accountId: user.accountId, encryptedSecret, now: this.#clock.now() }
      await tx.accounts.saveSecondFactor(withNewApp(factor, facts))
    })
    await this.#throttle.forgiveOn('secondFactor', attempter)
    return { secret, url: this.#codes.urlOf(secret, user.email) }
  }
}
