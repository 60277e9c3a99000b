import { type Account, hasNoPassword } from '../../domain/account/account.ts'
import type { Actor } from '../../domain/account/audit/actor.ts'
import { RefusedAttempt } from '../../domain/account/audit/refused-attempt.ts'
import { userAuditSubject } from '../../domain/account/audit/subject.ts'
import type { SignedIn } from '../../domain/account/sessions/session.ts'
import type { User } from '../../domain/account/user.ts'
import { DomainError } from '../../domain/errors.ts'
import type { AccountStore } from '../../ports/account/accounts.ts'
import type { Passwords } from '../../ports/account/passwords.ts'
import type { Throttle } from '../../ports/account/throttle.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'

/** A command of a signed-in user who typed their password once more. */
export interface PasswordCommand {
  readonly signedIn: SignedIn
  readonly password: string
  readonly by: Actor
}

/**
 * Locks the account of the user, and refuses the request if the password was replaced since it was checked.
 */
export type LockOwn = (tx: Transaction) => Promise<Account>

/**
 * Checks the password that a signed-in user typed once more, before their second factor or address changes. A person
 * at an unlocked computer cannot change them then.
 */
export class OwnPassword {
  readonly #accounts: AccountStore
  readonly #passwords: Passwords
  readonly #unitOfWork: UnitOfWork
  readonly #throttle: Throttle

  constructor(accounts: AccountStore, passwords: Passwords, unitOfWork: UnitOfWork, throttle: Throttle) {
    this.#accounts = accounts
    this.#passwords = passwords
    this.#unitOfWork = unitOfWork
    this.#throttle = throttle
  }

  /**
   * Runs `work` in a transaction after a check of the password. `work` has to call `lockOwn`. Counts as an attempt of
   * the second factor until `work` succeeds.
   */
  async proved<Result>(
    { signedIn: { user }, password, by }: PasswordCommand,
    work: (tx: Transaction, lockOwn: LockOwn) => Promise<Result>,
  ): Promise<Result> {
    const attempter = { account: user.accountId, isSignedIn: true, address: by.ipAddress }
    await this.#throttle.attemptOn('secondFactor', attempter)
    const lockOwn = await this.check(user, password)
    const result = await this.#unitOfWork.run((tx) => work(tx, lockOwn))
    await this.#throttle.forgiveOn('secondFactor', attempter)
    return result
  }

  /**
   * Checks the password before a transaction begins, because the check is slow. Returns a function that locks the
   * account, and refuses the request if the password was replaced meanwhile.
   */
  async check(user: User, password: string): Promise<LockOwn> {
    const account = (await this.#accounts.findByEmail(user.email))?.account ?? null
    if (account !== null && hasNoPassword(account))
      throw new DomainError('CONFLICT', {
        message: 'Your account has no password; set one first',
      })
    const matches = await this.#passwords.matches(password, account?.passwordHash ?? null, user.accountId)
    if (account === null || !matches) throw wrongPassword(user)
    return async (tx) => {
      const present = await tx.accounts.lock(user.accountId)
      if (present?.passwordHash !== account.passwordHash) throw wrongPassword(user)
      return present
    }
  }
}

function wrongPassword(user: User): RefusedAttempt {
  const message = 'The password is wrong'
  const errors = [{ pointer: '/password', code: 'WRONG_PASSWORD', message }]
  const { organizationId, email } = user
  const subject = userAuditSubject(email, user)
  const attempt = { action: 'password.refused', organizationId, subject } as const
  return new RefusedAttempt('VALIDATION_FAILED', { message, errors }, attempt)
}
