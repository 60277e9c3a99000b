import type { Actor } from '../../../domain/account/audit/actor.ts'
import {
  assertSpaceForPasskey,
  type Passkey,
  type PasskeyAnswer,
} from '../../../domain/account/second-factor/passkey.ts'
import { isConfirmed, turnedOnByPasskey } from '../../../domain/account/second-factor/second-factor.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import type { User } from '../../../domain/account/user.ts'
import type { Mail, Mailer } from '../../../ports/account/mailer.ts'
import { type CreatedKey, PasskeyRefused, type WebAuthn } from '../../../ports/account/passkeys.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import { noteOfAccount } from '../audit/note-of-account.ts'
import { oldChallengeMessage } from '../second-factor/check-second-factor.ts'
import { newRecoveryCodes } from '../second-factor/new-recovery-codes.ts'
import { secondFactorMail } from '../second-factor/second-factor-mail.ts'
import { wrongPasskey } from '../second-factor/wrong-code.ts'

export interface AddPasskeyCommand {
  readonly signedIn: SignedIn
  readonly name: string
  readonly answer: PasskeyAnswer
  readonly by: Actor
}

export interface AddedPasskey {
  readonly passkey: Passkey
  /** The recovery codes, if this passkey turned two-factor sign-in on; otherwise null, and the codes stay. */
  readonly recoveryCodes: readonly string[] | null
}

/** Adds a passkey to a user, who began it with `Passkeys.begin`. A first passkey turns two-factor sign-in on. */
export class AddPasskey {
  readonly #unitOfWork: UnitOfWork
  readonly #webAuthn: WebAuthn
  readonly #secrets: Secrets
  readonly #mailer: Mailer
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(
    unitOfWork: UnitOfWork,
    webAuthn: WebAuthn,
    secrets: Secrets,
    mailer: Mailer,
    clock: Clock,
    ids: Ids,
  ) {
    this.#unitOfWork = unitOfWork
    this.#webAuthn = webAuthn
    this.#secrets = secrets
    this.#mailer = mailer
    this.#clock = clock
    this.#ids = ids
  }

  async execute({ signedIn: { user }, name, answer, by }: AddPasskeyCommand): Promise<AddedPasskey> {
    const { codes, digests } = newRecoveryCodes(this.#secrets)
    const added = await this.#unitOfWork.run(async (tx): Promise<AddedPasskey & { readonly mail: Mail }> => {
      await tx.accounts.lock(user.accountId)
      const key = await this.#created(tx, user, answer)
      // Checks the limit again, because a person can begin several passkeys before adding the first of them.
      assertSpaceForPasskey(await tx.accounts.passkeysOf(user.accountId))
      const now = this.#clock.now()
      const passkey = {
        ...key,
        id: this.#ids.next(),
        accountId: user.accountId,
        name,
        createdAt: now,
        lastUsedAt: null,
      }
      await tx.accounts.addPasskey(passkey)
      await noteOfAccount(tx, user.accountId, by, { action: 'passkey.added', after: { name } })
      const mail = await secondFactorMail(tx, user, { kind: 'passkeyAdded', passkey: name })
      const factor = await tx.accounts.secondFactorOf(user.accountId)
      if (isConfirmed(factor)) return { passkey, recoveryCodes: null, mail }
      const facts = { accountId: user.accountId, recoveryDigests: digests, now }
      await tx.accounts.saveSecondFactor(turnedOnByPasskey(factor, facts))
      await noteOfAccount(tx, user.accountId, by, { action: 'secondFactor.turnedOn' })
      return { passkey, recoveryCodes: codes, mail }
    })
    const { mail, ...result } = added
    this.#mailer.post(mail)
    return result
  }

  /** Uses up the challenge and verifies the answer. A refused answer rolls back, so the challenge stays usable. */
  async #created(tx: Transaction, user: User, answer: PasskeyAnswer): Promise<CreatedKey> {
    const { digest } = answer
    const now = this.#clock.now()
    const challenge = digest === null ? null : await tx.accountLinks.take(digest, 'newPasskey', now)
    if (challenge?.userId !== user.id) throw wrongPasskey(user, oldChallengeMessage)
    return this.#webAuthn.created(answer).catch((error: unknown) => {
      throw error instanceof PasskeyRefused ? wrongPasskey(user, error.message) : error
    })
  }
}
