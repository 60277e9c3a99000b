import { withoutApp } from '../../../domain/account/second-factor/second-factor.ts'
import type { User } from '../../../domain/account/user.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Mailer } from '../../../ports/account/mailer.ts'
import type { Throttle } from '../../../ports/account/throttle.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import { noteOfAccount } from '../audit/note-of-account.ts'
import type { OwnPassword } from '../own-password.ts'
import { lockedOwners } from '../sessions/own-provider.ts'
import type { CheckSecondFactor } from './check-second-factor.ts'
import type { ProvedCommand } from './replace-recovery-codes.ts'
import { secondFactorMail } from './second-factor-mail.ts'

export interface TurnOffCommand extends ProvedCommand {
  /** Whether only the authenticator app is removed, if the user has passkeys. Two-factor sign-in then stays on. */
  readonly keepsPasskeys?: boolean
}

/** Throws CONFLICT if a person may not turn off their two-factor sign-in, because an organization requires it. */
export async function assertMayTurnOff(tx: Transaction, user: User): Promise<void> {
  for (const { organizationId, role } of await tx.users.ofAccount(user.accountId)) {
    if (await tx.organizations.requiresSecondFactor(organizationId)) throw required(organizationId, user)
    const provider = role === 'owner' ? await tx.organizationSignIn.provider(organizationId) : null
    if (provider !== null && provider.requiredAt !== null)
      throw new DomainError('CONFLICT', {
        message:
          'You own an organization whose members must sign in through its provider. Two-factor sign-in is your way in if the provider fails, so it cannot be turned off',
      })
  }
}

/** Turns a user's own two-factor sign-in off, with their password and a code or a passkey. */
export class TurnOffSecondFactor {
  readonly #unitOfWork: UnitOfWork
  readonly #ownPassword: OwnPassword
  readonly #checkSecondFactor: CheckSecondFactor
  readonly #throttle: Throttle
  readonly #mailer: Mailer

  constructor(
    unitOfWork: UnitOfWork,
    ownPassword: OwnPassword,
    checkSecondFactor: CheckSecondFactor,
    throttle: Throttle,
    mailer: Mailer,
  ) {
    this.#unitOfWork = unitOfWork
    this.#ownPassword = ownPassword
    this.#checkSecondFactor = checkSecondFactor
    this.#throttle = throttle
    this.#mailer = mailer
  }

  async execute({
    signedIn: { user },
    password,
    proof,
    by,
    keepsPasskeys = false,
  }: TurnOffCommand): Promise<void> {
    const attempter = { account: user.accountId, isSignedIn: true, address: by.address }
    await this.#throttle.attemptOn('secondFactor', attempter)
    const lockOwn = await this.#ownPassword.check(user, password)
    const change = await this.#unitOfWork.run(async (tx) => {
      await lockedOwners(tx, user.accountId)
      await lockOwn(tx)
      const keeps = keepsPasskeys && (await tx.accounts.passkeysOf(user.accountId)).length > 0
      if (!keeps) await assertMayTurnOff(tx, user)
      const left = await this.#checkSecondFactor.proved(tx, user, proof)
      if (keeps) {
        await tx.accounts.saveSecondFactor(withoutApp(left))
        await noteOfAccount(tx, user.accountId, by, { action: 'secondFactor.appRemoved' })
        return 'appRemoved'
      }
      await tx.accounts.removeSecondFactor(user.accountId)
      await tx.accounts.removePasskeys(user.accountId)
      await noteOfAccount(tx, user.accountId, by, { action: 'secondFactor.turnedOff' })
      return 'off'
    })
    await this.#throttle.forgiveOn('secondFactor', attempter)
    this.#mailer.post(secondFactorMail(user, change))
  }
}

function required(organizationId: string, user: User): DomainError {
  const whose = organizationId === user.organizationId ? 'Your organization' : 'Another of your organizations'
  const message = `${whose} requires two-factor sign-in of everybody; an owner can change that`
  return new DomainError('CONFLICT', { message })
}
