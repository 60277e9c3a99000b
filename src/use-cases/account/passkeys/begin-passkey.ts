import { newAccountLink } from '../../../domain/account/account-link.ts'
import type { Actor } from '../../../domain/account/audit/actor.ts'
import { assertRoomForPasskey } from '../../../domain/account/second-factor/passkey.ts'
import type { SecondFactorProof } from '../../../domain/account/second-factor/second-factor.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import { assertOffered, type PasskeyOptions, type WebAuthn } from '../../../ports/account/passkeys.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Throttle } from '../../../ports/account/throttle.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import type { OwnPassword } from '../own-password.ts'
import type { CheckSecondFactor } from '../second-factor/check-second-factor.ts'

export interface BeginPasskeyCommand {
  readonly signedIn: SignedIn
  readonly password: string
  /** The proof of the second factor; null is enough while two-factor sign-in is off. */
  readonly proof: SecondFactorProof | null
  readonly by: Actor
}

/**
 * Creates the challenge that a new passkey of a user must answer. Needs the password, and the second factor if it is
 * on: a passkey alone signs in, so a stolen session and password must not be enough to add one.
 */
export class BeginPasskey {
  readonly #unitOfWork: UnitOfWork
  readonly #ownPassword: OwnPassword
  readonly #checkSecondFactor: CheckSecondFactor
  readonly #throttle: Throttle
  readonly #webAuthn: WebAuthn
  readonly #secrets: Secrets
  readonly #clock: Clock

  constructor(
    unitOfWork: UnitOfWork,
    ownPassword: OwnPassword,
    checkSecondFactor: CheckSecondFactor,
    throttle: Throttle,
    webAuthn: WebAuthn,
    secrets: Secrets,
    clock: Clock,
  ) {
    this.#unitOfWork = unitOfWork
    this.#ownPassword = ownPassword
    this.#checkSecondFactor = checkSecondFactor
    this.#throttle = throttle
    this.#webAuthn = webAuthn
    this.#secrets = secrets
    this.#clock = clock
  }

  async execute({ signedIn: { user }, password, proof, by }: BeginPasskeyCommand): Promise<PasskeyOptions> {
    assertOffered(this.#webAuthn)
    const attempter = { account: user.accountId, isSignedIn: true, address: by.address }
    await this.#throttle.attemptOn('secondFactor', attempter)
    const lockOwn = await this.#ownPassword.check(user, password)
    const { secret: challenge, digest } = this.#secrets.linkToken('newPasskey')
    const { id: userId, organizationId } = user
    const present = await this.#unitOfWork.run(async (tx) => {
      await lockOwn(tx)
      await this.#checkSecondFactor.provedIfOn(tx, user, proof)
      const link = { digest, purpose: 'newPasskey', userId, organizationId } as const
      await tx.accountLinks.add(newAccountLink(link, this.#clock.now()))
      const passkeys = await tx.passkeys.of(user.accountId)
      assertRoomForPasskey(passkeys)
      return passkeys
    })
    await this.#throttle.forgiveOn('secondFactor', attempter)
    return this.#webAuthn.creationOptions(challenge, user, present)
  }
}
