import { newAccountLink } from '../../../domain/account/account-link.ts'
import { assertOffered, type PasskeyOptions, type WebAuthn } from '../../../ports/account/passkeys.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

/** Creates the challenge that a passkey answers at a sign-in without a password. */
export class BeginPasskeySignIn {
  readonly #unitOfWork: UnitOfWork
  readonly #webAuthn: WebAuthn
  readonly #secrets: Secrets
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, webAuthn: WebAuthn, secrets: Secrets, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#webAuthn = webAuthn
    this.#secrets = secrets
    this.#clock = clock
  }

  async execute(): Promise<PasskeyOptions> {
    assertOffered(this.#webAuthn)
    const { secret: challenge, digest } = this.#secrets.linkToken('passkeySignIn')
    const link = newAccountLink({ digest, purpose: 'passkeySignIn' }, this.#clock.now())
    await this.#unitOfWork.run((tx) => tx.accountLinks.add(link))
    return this.#webAuthn.requestOptions(challenge, null)
  }
}
