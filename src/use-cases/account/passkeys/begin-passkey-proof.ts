import { newAccountLink } from '../../../domain/account/account-link.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import { DomainError } from '../../../domain/errors.ts'
import {
  assertOffered,
  type PasskeyOptions,
  usablePasskeys,
  type WebAuthn,
} from '../../../ports/account/passkeys.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

/** Creates the challenge that a passkey of a signed-in user answers before they change their own sign-in. */
export class BeginPasskeyProof {
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

  async execute({ user: { id: userId, organizationId, accountId } }: SignedIn): Promise<PasskeyOptions> {
    assertOffered(this.#webAuthn)
    const { secret: challenge, digest } = this.#secrets.linkToken('passkeyProof')
    const passkeys = await this.#unitOfWork.run(async (tx) => {
      await tx.accounts.lock(accountId)
      const link = { digest, purpose: 'passkeyProof', userId, organizationId } as const
      await tx.accountLinks.add(newAccountLink(link, this.#clock.now()))
      return usablePasskeys(this.#webAuthn, await tx.passkeys.of(accountId))
    })
    if (passkeys.length === 0)
      throw new DomainError('CONFLICT', { message: 'You have no passkey for the address of this service' })
    return this.#webAuthn.requestOptions(challenge, passkeys)
  }
}
