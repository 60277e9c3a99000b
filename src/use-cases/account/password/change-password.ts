import { endedByNewPassword } from '../../../domain/account/account-link.ts'
import type { Actor } from '../../../domain/account/audit/actor.ts'
import { RefusedAttempt } from '../../../domain/account/audit/refused-attempt.ts'
import { userAuditSubject } from '../../../domain/account/audit/subject.ts'
import { assertNotWeak } from '../../../domain/account/password/password-weakness.ts'
import type { SecondFactorProof } from '../../../domain/account/second-factor/second-factor.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import type { AccountStore } from '../../../ports/account/accounts.ts'
import type { Passwords } from '../../../ports/account/passwords.ts'
import type { Throttle } from '../../../ports/account/throttle.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { noteOfAccount } from '../audit/note-of-account.ts'
import type { CheckSecondFactor } from '../second-factor/check-second-factor.ts'

export interface ChangePasswordCommand {
  readonly signedIn: SignedIn
  readonly currentPassword: string
  readonly newPassword: string
  /** The proof of the second factor; null is enough while two-factor sign-in is off. */
  readonly proof: SecondFactorProof | null
  readonly by: Actor
}

/** Replaces a user's password and ends all sessions except the session that sent the request. */
export class ChangePassword {
  readonly #accounts: AccountStore
  readonly #unitOfWork: UnitOfWork
  readonly #passwords: Passwords
  readonly #checkSecondFactor: CheckSecondFactor
  readonly #throttle: Throttle
  readonly #clock: Clock

  constructor(
    accounts: AccountStore,
    unitOfWork: UnitOfWork,
    passwords: Passwords,
    checkSecondFactor: CheckSecondFactor,
    throttle: Throttle,
    clock: Clock,
  ) {
    this.#accounts = accounts
    this.#unitOfWork = unitOfWork
    this.#passwords = passwords
    this.#checkSecondFactor = checkSecondFactor
    this.#throttle = throttle
    this.#clock = clock
  }

  async execute({
    signedIn: { session, user },
    currentPassword,
    newPassword,
    proof,
    by,
  }: ChangePasswordCommand): Promise<void> {
    const attempter = { account: user.accountId, isSignedIn: true, address: by.ipAddress }
    await this.#throttle.attemptOn('passwordChange', attempter)
    // Counts a guess of a code with the guesses of all routes for signed-in people.
    if (proof !== null) await this.#throttle.attemptOn('secondFactor', attempter)
    assertNotWeak(await this.#passwords.weaknessOf(newPassword, [user.email, user.name]), 'newPassword')
    const account = (await this.#accounts.findByEmail(user.email))?.account ?? null
    const matches = await this.#passwords.matches(
      currentPassword,
      account?.passwordHash ?? null,
      user.accountId,
    )
    if (account === null || !matches) throw wrongPassword(user)
    const passwordHash = await this.#passwords.hash(newPassword, user.accountId)
    await this.#unitOfWork.run(async (tx) => {
      const present = await tx.accounts.lock(user.accountId)
      // Refuses the change if another request has replaced the password while the old one was being checked.
      if (present === null || present.passwordHash !== account.passwordHash) throw wrongPassword(user)
      await this.#checkSecondFactor.provedIfOn(tx, user, proof)
      const at = this.#clock.now()
      await tx.accounts.save({ ...present, passwordHash })
      await tx.sessions.endAll(user.accountId, 'password_reset', at, session.id)
      await tx.accountLinks.endResets(user.accountId, at)
      await tx.accountLinks.endLinks(user.accountId, endedByNewPassword)
      await noteOfAccount(tx, user.accountId, by, { action: 'password.changed' })
    })
    await this.#throttle.forgiveOn('passwordChange', attempter)
    if (proof !== null) await this.#throttle.forgiveOn('secondFactor', attempter)
  }
}

function wrongPassword(user: SignedIn['user']): RefusedAttempt {
  const message = 'The current password is wrong'
  const errors = [{ pointer: '/currentPassword', code: 'WRONG_PASSWORD', message }]
  const { organizationId } = user
  const subject = userAuditSubject(user.email, user)
  const attempt = { action: 'password.changeFailed', organizationId, subject } as const
  return new RefusedAttempt('VALIDATION_FAILED', { message, errors }, attempt)
}
