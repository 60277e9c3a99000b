import {
  hasApp,
  isSetUpTooOld,
  type SecondFactorProof,
  withNewApp,
  withoutApp,
} from '../../../domain/account/second-factor/second-factor.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Mailer } from '../../../ports/account/mailer.ts'
import type { AppCodes } from '../../../ports/account/second-factors.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Throttle } from '../../../ports/account/throttle.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Sealing } from '../../../ports/sealing.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import { noteOfAccount } from '../audit/note-of-account.ts'
import type { OwnPassword, PasswordCommand } from '../own-password.ts'
import { lockedOwners } from '../sessions/own-provider.ts'
import { type CheckSecondFactor, ofSecondFactor } from './check-second-factor.ts'
import { assertMayTurnOff } from './may-turn-off.ts'
import { newRecoveryCodes } from './new-recovery-codes.ts'
import { secondFactorMail } from './second-factor-mail.ts'
import { wrongCode } from './wrong-code.ts'

/** A command of a user about their own second factor, with the proofs that it is really them. */
export interface ProvedCommand extends PasswordCommand {
  /** The proof of the second factor; null is enough for `begin` while two-factor sign-in is off, and refused otherwise. */
  readonly proof: SecondFactorProof | null
}

interface ConfirmCommand extends Omit<PasswordCommand, 'password'> {
  /** The first code that the authenticator app shows. */
  readonly code: string
}

/** The secret for an authenticator app, and the URL that the app reads from a QR code. */
export interface AppSecret {
  readonly secret: string
  readonly url: string
}

/** Changes the second factor of the signed-in user: the authenticator app and the recovery codes. */
export class SecondFactors {
  readonly #unitOfWork: UnitOfWork
  readonly #ownPassword: OwnPassword
  readonly #checkSecondFactor: CheckSecondFactor
  readonly #throttle: Throttle
  readonly #codes: AppCodes
  readonly #sealing: Sealing
  readonly #secrets: Secrets
  readonly #mailer: Mailer
  readonly #clock: Clock

  constructor(
    unitOfWork: UnitOfWork,
    ownPassword: OwnPassword,
    checkSecondFactor: CheckSecondFactor,
    throttle: Throttle,
    codes: AppCodes,
    sealing: Sealing,
    secrets: Secrets,
    mailer: Mailer,
    clock: Clock,
  ) {
    this.#unitOfWork = unitOfWork
    this.#ownPassword = ownPassword
    this.#checkSecondFactor = checkSecondFactor
    this.#throttle = throttle
    this.#codes = codes
    this.#sealing = sealing
    this.#secrets = secrets
    this.#mailer = mailer
    this.#clock = clock
  }

  /**
   * Creates the secret for the user's authenticator app. Sign-ins do not change until the user confirms the set-up
   * with a code. Beginning again replaces the secret. A user whose passkeys are the second factor needs one of them.
   */
  async begin(command: ProvedCommand): Promise<AppSecret> {
    const { user } = command.signedIn
    const secret = this.#codes.newSecret()
    await this.#ownPassword.proved(command, async (tx, lockOwn) => {
      await lockOwn(tx)
      if (hasApp(await tx.accounts.secondFactorOf(user.accountId)))
        throw new DomainError('CONFLICT', {
          message: 'You have set up an authenticator app already. Turn it off first to set up another app',
        })
      const factor = await this.#checkSecondFactor.provedIfOn(tx, user, command.proof)
      const encryptedSecret = this.#sealing.seal(secret, ofSecondFactor(user.accountId))
      const facts = { accountId: user.accountId, encryptedSecret, now: this.#clock.now() }
      await tx.accounts.saveSecondFactor(withNewApp(factor, facts))
    })
    return { secret, url: this.#codes.urlOf(secret, user.email) }
  }

  /**
   * Turns two-factor sign-in on with the first code of the user's authenticator app, and returns the recovery codes,
   * which are shown once. Existing sessions stay. The set-up of the app must have begun within the last hour.
   */
  async confirm(command: ConfirmCommand): Promise<readonly string[]> {
    const { user } = command.signedIn
    const { codes, digests } = newRecoveryCodes(this.#secrets)
    const attempter = { account: user.accountId, isSignedIn: true, address: command.by.ipAddress }
    await this.#throttle.attemptOn('secondFactor', attempter)
    const mail = await this.#unitOfWork.run(async (tx) => {
      await this.#confirmed(tx, command, digests)
      return secondFactorMail(tx, user, { kind: 'on' })
    })
    await this.#throttle.forgiveOn('secondFactor', attempter)
    this.#mailer.post(mail)
    return codes
  }

  async #confirmed(
    tx: Transaction,
    { signedIn: { user }, code, by }: ConfirmCommand,
    digests: readonly string[],
  ): Promise<void> {
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
  }

  /** Replaces all recovery codes of the user by new ones, and returns these. */
  async replaceRecoveryCodes(command: ProvedCommand): Promise<readonly string[]> {
    const { user } = command.signedIn
    const { codes, digests } = newRecoveryCodes(this.#secrets)
    const mail = await this.#ownPassword.proved(command, async (tx, lockOwn) => {
      await lockOwn(tx)
      const factor = await this.#checkSecondFactor.proved(tx, user, command.proof)
      await tx.accounts.saveSecondFactor({ ...factor, recoveryDigests: digests })
      await noteOfAccount(tx, user.accountId, command.by, { action: 'secondFactor.codesReplaced' })
      return secondFactorMail(tx, user, { kind: 'newCodes' })
    })
    this.#mailer.post(mail)
    return codes
  }

  /**
   * Turns the user's two-factor sign-in off. `keepsPasskeys` removes the authenticator app alone, if the user has
   * passkeys; two-factor sign-in then stays on.
   */
  async turnOff(command: ProvedCommand & { readonly keepsPasskeys: boolean }): Promise<void> {
    const { signedIn, proof, by, keepsPasskeys } = command
    const { user } = signedIn
    const mail = await this.#ownPassword.proved(command, async (tx, lockOwn) => {
      await lockedOwners(tx, user.accountId)
      await lockOwn(tx)
      const keeps = keepsPasskeys && (await tx.accounts.passkeysOf(user.accountId)).length > 0
      if (!keeps) await assertMayTurnOff(tx, user)
      const factor = await this.#checkSecondFactor.proved(tx, user, proof)
      if (keeps) {
        await tx.accounts.saveSecondFactor(withoutApp(factor))
        await noteOfAccount(tx, user.accountId, by, { action: 'secondFactor.appRemoved' })
        return secondFactorMail(tx, user, { kind: 'appRemoved' })
      }
      await tx.accounts.removeSecondFactor(user.accountId)
      await tx.accounts.removePasskeys(user.accountId)
      await noteOfAccount(tx, user.accountId, by, { action: 'secondFactor.turnedOff' })
      return secondFactorMail(tx, user, { kind: 'off' })
    })
    this.#mailer.post(mail)
  }
}
