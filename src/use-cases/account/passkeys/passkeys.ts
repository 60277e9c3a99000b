import { newAccountLink } from '../../../domain/account/account-link.ts'
import type { Actor } from '../../../domain/account/audit/actor.ts'
import {
  assertSpaceForPasskey,
  type Passkey,
  revisionOfPasskey,
} from '../../../domain/account/second-factor/passkey.ts'
import { hasApp } from '../../../domain/account/second-factor/second-factor.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import { DomainError } from '../../../domain/errors.ts'
import { assertRevision } from '../../../domain/revision.ts'
import type { Mailer } from '../../../ports/account/mailer.ts'
import {
  assertOffered,
  type PasskeyOptions,
  usablePasskeys,
  type WebAuthn,
} from '../../../ports/account/passkeys.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import { noteOfAccount } from '../audit/note-of-account.ts'
import type { OwnPassword } from '../own-password.ts'
import type { CheckSecondFactor } from '../second-factor/check-second-factor.ts'
import { assertMayTurnOff } from '../second-factor/may-turn-off.ts'
import { secondFactorMail } from '../second-factor/second-factor-mail.ts'
import type { ProvedCommand } from '../second-factor/second-factors.ts'
import { lockedOwners } from '../sessions/own-provider.ts'

export interface RemovePasskeyCommand extends ProvedCommand {
  readonly passkeyId: string
}

/** The passkeys of people, and the challenges that passkeys answer. */
export class Passkeys {
  readonly #unitOfWork: UnitOfWork
  readonly #ownPassword: OwnPassword
  readonly #checkSecondFactor: CheckSecondFactor
  readonly #webAuthn: WebAuthn
  readonly #secrets: Secrets
  readonly #mailer: Mailer
  readonly #clock: Clock

  constructor(
    unitOfWork: UnitOfWork,
    ownPassword: OwnPassword,
    checkSecondFactor: CheckSecondFactor,
    webAuthn: WebAuthn,
    secrets: Secrets,
    mailer: Mailer,
    clock: Clock,
  ) {
    this.#unitOfWork = unitOfWork
    this.#ownPassword = ownPassword
    this.#checkSecondFactor = checkSecondFactor
    this.#webAuthn = webAuthn
    this.#secrets = secrets
    this.#mailer = mailer
    this.#clock = clock
  }

  /**
   * Creates the challenge that a new passkey of a user must answer. Needs the password, and the second factor if it is
   * on: a passkey alone signs in, so a stolen session and password must not be enough to add one.
   */
  async begin(command: ProvedCommand): Promise<PasskeyOptions> {
    assertOffered(this.#webAuthn)
    const { user } = command.signedIn
    const { secret: challenge, digest } = this.#secrets.linkToken('newPasskey')
    const { id: userId, organizationId } = user
    const present = await this.#ownPassword.proved(command, async (tx, lockOwn) => {
      await lockOwn(tx)
      await this.#checkSecondFactor.provedIfOn(tx, user, command.proof)
      const link = { digest, purpose: 'newPasskey', userId, organizationId } as const
      await tx.accountLinks.add(newAccountLink(link, this.#clock.now()))
      const passkeys = await tx.accounts.passkeysOf(user.accountId)
      assertSpaceForPasskey(passkeys)
      return passkeys
    })
    return this.#webAuthn.creationOptions(challenge, user, present)
  }

  /** Gives a user's passkey another name. */
  rename({
    signedIn: { user },
    passkeyId,
    name,
    revision,
    by,
  }: {
    readonly signedIn: SignedIn
    readonly passkeyId: string
    readonly name: string
    readonly revision: number | null
    readonly by: Actor
  }): Promise<Passkey> {
    return this.#unitOfWork.run(async (tx) => {
      await tx.accounts.lock(user.accountId)
      const passkey = await ownPasskey(tx, user.accountId, passkeyId)
      assertRevision({ revision: revisionOfPasskey(passkey) }, revision)
      const renamed = { ...passkey, name }
      if (name === passkey.name) return passkey
      await tx.accounts.savePasskey(renamed)
      const names = { before: { name: passkey.name }, after: { name } }
      await noteOfAccount(tx, user.accountId, by, { action: 'passkey.renamed', ...names })
      return renamed
    })
  }

  /**
   * Removes a passkey of a user. Removing the last passkey of a user without an authenticator app turns two-factor
   * sign-in off, which is refused while an organization requires it.
   */
  async remove(command: RemovePasskeyCommand): Promise<void> {
    const { passkeyId, proof, by } = command
    const { user } = command.signedIn
    const mail = await this.#ownPassword.proved(command, async (tx, lockOwn) => {
      await lockedOwners(tx, user.accountId)
      await lockOwn(tx)
      const passkey = await ownPasskey(tx, user.accountId, passkeyId)
      const factor = await this.#checkSecondFactor.proved(tx, user, proof)
      const isLast = (await tx.accounts.passkeysOf(user.accountId)).length === 1 && !hasApp(factor)
      if (isLast) await assertMayTurnOff(tx, user)
      await tx.accounts.removePasskey(passkey.id)
      const before = { name: passkey.name }
      await noteOfAccount(tx, user.accountId, by, { action: 'passkey.removed', before })
      if (isLast) {
        await tx.accounts.removeSecondFactor(user.accountId)
        await noteOfAccount(tx, user.accountId, by, { action: 'secondFactor.turnedOff' })
      }
      return secondFactorMail(tx, user, { kind: 'passkeyRemoved', passkey: passkey.name })
    })
    this.#mailer.post(mail)
  }

  /** Creates the challenge that a passkey of a signed-in user answers before they change their own sign-in. */
  async beginProof({ user: { id: userId, organizationId, accountId } }: SignedIn): Promise<PasskeyOptions> {
    assertOffered(this.#webAuthn)
    const { secret: challenge, digest } = this.#secrets.linkToken('passkeyProof')
    const passkeys = await this.#unitOfWork.run(async (tx) => {
      await tx.accounts.lock(accountId)
      const link = { digest, purpose: 'passkeyProof', userId, organizationId } as const
      await tx.accountLinks.add(newAccountLink(link, this.#clock.now()))
      return usablePasskeys(this.#webAuthn, await tx.accounts.passkeysOf(accountId))
    })
    if (passkeys.length === 0)
      throw new DomainError('CONFLICT', { message: 'You have no passkey for the address of this service' })
    return this.#webAuthn.requestOptions(challenge, passkeys)
  }

  /** Creates the challenge that a passkey answers at a sign-in without a password. */
  async beginSignIn(): Promise<PasskeyOptions> {
    assertOffered(this.#webAuthn)
    const { secret: challenge, digest } = this.#secrets.linkToken('passkeySignIn')
    const link = newAccountLink({ digest, purpose: 'passkeySignIn' }, this.#clock.now())
    await this.#unitOfWork.run((tx) => tx.accountLinks.add(link))
    return this.#webAuthn.requestOptions(challenge, null)
  }
}

/** Returns a passkey of an account. Throws NOT_FOUND if it has none with the id. The account must be locked. */
async function ownPasskey(tx: Transaction, accountId: string, id: string): Promise<Passkey> {
  const passkeys = await tx.accounts.passkeysOf(accountId)
  const passkey = passkeys.find((one) => one.id === id.toLowerCase())
  if (passkey === undefined) throw new DomainError('NOT_FOUND', { message: 'Passkey not found' })
  return passkey
}
