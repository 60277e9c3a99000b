import type { Account } from '../../../domain/account/account.ts'
import { endedByNewPassword } from '../../../domain/account/account-link.ts'
import { type Actor, asProvenUser } from '../../../domain/account/audit/actor.ts'
import type { RefusedAttempt } from '../../../domain/account/audit/refused-attempt.ts'
import { refusedLink } from '../../../domain/account/audit/refused-link.ts'
import { userAuditSubject } from '../../../domain/account/audit/subject.ts'
import { assertNotWeak } from '../../../domain/account/password/password-weakness.ts'
import type { User } from '../../../domain/account/user.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Passwords } from '../../../ports/account/passwords.ts'
import type { Secrets } from '../../../ports/account/secrets.ts'
import type { Throttle } from '../../../ports/account/throttle.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import { confirmOrganization } from '../confirmation/confirm-organization.ts'
import { endFormerAccess } from '../confirmation/end-former-access.ts'
import { lockedUsers } from '../sessions/own-provider.ts'

export interface ConfirmPasswordResetCommand {
  /** The digest of the token in the reset link; null if the input cannot be a token. */
  readonly digest: string | null
  readonly password: string
  readonly by: Actor
}

interface AccountOfReset {
  readonly account: Account
  readonly users: readonly User[]
}

/** Sets a new password with the token of a mailed link, and ends all sessions of the user. */
export class ConfirmPasswordReset {
  readonly #unitOfWork: UnitOfWork
  readonly #passwords: Passwords
  readonly #throttle: Throttle
  readonly #secrets: Secrets
  readonly #clock: Clock

  constructor(
    unitOfWork: UnitOfWork,
    passwords: Passwords,
    throttle: Throttle,
    secrets: Secrets,
    clock: Clock,
  ) {
    this.#unitOfWork = unitOfWork
    this.#passwords = passwords
    this.#throttle = throttle
    this.#secrets = secrets
    this.#clock = clock
  }

  async execute({ digest, password, by }: ConfirmPasswordResetCommand): Promise<void> {
    if (digest === null) throw invalidToken()
    assertNotWeak(await this.#passwords.weaknessOf(password, []))
    const passwordHash = await this.#passwords.hash(password, by.ipAddress)
    const email = await this.#unitOfWork.run(async (tx) => {
      const at = this.#clock.now()
      const { account, users } = await this.#taken(tx, digest, at)
      // Checks the new password against the person's names and address, which are known only after the reset
      // token was used. If the password is refused, the transaction rolls back, and the token stays usable.
      assertNotWeak(
        await this.#passwords.weaknessOf(password, [account.email, ...users.map(({ name }) => name)]),
      )
      await tx.accounts.save({
        ...account,
        passwordHash,
        addressConfirmedAt: account.addressConfirmedAt ?? at,
      })
      await tx.sessions.endAll(account.id, 'password_reset', at)
      await tx.accountLinks.endLinks(account.id, endedByNewPassword)
      for (const user of users) {
        const reader = asProvenUser(by, user)
        const { organizationId } = user
        const subject = userAuditSubject(user.email, user)
        await tx.audit.add({ action: 'password.reset', organizationId, by: reader, subject })
        // Opening the mailed reset link proves that the user owns the address, so the address counts as
        // confirmed.
        const isConfirmed = await confirmOrganization(tx, user, reader, at)
        if (isConfirmed && account.addressConfirmedAt === null)
          await endFormerAccess(tx, { user, secrets: this.#secrets, by: reader, at })
      }
      return account.email
    })
    // Resets the counter of failed sign-ins. Otherwise wrong guesses by strangers would still lock the owner
    // out of the account.
    await this.#throttle.forgiveOn('signIn', { account: email, address: by.ipAddress })
  }

  /**
   * Uses up a reset, and returns its account with the users. Locks the organizations and the users before the account,
   * in the order of docs/contribute/locks.md.
   */
  async #taken(tx: Transaction, digest: string, at: Date): Promise<AccountOfReset> {
    const accountId = await tx.accountLinks.accountOfReset(digest, at)
    if (accountId === null) throw invalidToken()
    const locked = await lockedUsers(tx, accountId)
    const taken = await tx.accountLinks.takeReset(digest, at)
    const account = taken === null ? null : await tx.accounts.lock(taken)
    if (account === null) throw invalidToken()
    const users = await tx.accounts.usersOf(account.id)
    if (users.every(({ id }) => locked.some((user) => user.id === id))) return { account, users }
    throw new DomainError('OVERLOADED', {
      message: 'The account has joined an organization meanwhile; send the request again',
    })
  }
}

function invalidToken(): RefusedAttempt {
  return refusedLink({
    purpose: 'passwordReset',
    message: 'The link was already used, or is older than 30 minutes; request a new one',
    pointer: '/token',
  })
}
