import { type Actor, asPerson } from '../../../domain/account/audit/actor.ts'
import { RefusedAttempt } from '../../../domain/account/audit/refused-attempt.ts'
import { accountSubject } from '../../../domain/account/audit/subject.ts'
import { newSession, type Session, type SignInClient } from '../../../domain/account/sessions/session.ts'
import type { User } from '../../../domain/account/user.ts'
import { emailOf } from '../../../domain/email-address.ts'
import type { Accounts } from '../../../ports/account/accounts.ts'
import type { Passwords } from '../../../ports/account/passwords.ts'
import type { Throttle } from '../../../ports/account/throttle.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { openSession } from './open-session.ts'

export interface LogInCommand {
  readonly email: string
  readonly password: string
  readonly by: Actor
  readonly client: SignInClient
}

/**
 * Signs a user in with a password and opens a session. It replaces the user's other sessions unless the
 * organization allows several.
 */
export class LogIn {
  readonly #accounts: Accounts
  readonly #unitOfWork: UnitOfWork
  readonly #passwords: Passwords
  readonly #throttle: Throttle
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(
    accounts: Accounts,
    unitOfWork: UnitOfWork,
    passwords: Passwords,
    throttle: Throttle,
    clock: Clock,
    ids: Ids,
  ) {
    this.#accounts = accounts
    this.#unitOfWork = unitOfWork
    this.#passwords = passwords
    this.#throttle = throttle
    this.#clock = clock
    this.#ids = ids
  }

  async execute({ email: typed, password, by, client }: LogInCommand): Promise<Session> {
    const email = emailOf(typed)
    const attempter = { account: email, address: by.address }
    await this.#throttle.attemptOn('signIn', attempter)
    const user = await this.#accounts.userByEmail(email)
    const matches = await this.#passwords.matches(password, user?.passwordHash ?? null)
    if (user === null || !matches) throw refused(email, user)

    const session = newSession(this.#ids.next(), user.id, this.#clock.now(), client)
    await this.#unitOfWork.run(async (tx) => {
      const present = await tx.users.lock(user.id)
      // Refuses the sign-in if the password was replaced while the old one was being checked.
      if (present?.passwordHash !== user.passwordHash) throw refused(email, user)
      await openSession(tx, present, session)
      await tx.audit.add({
        action: 'signIn.succeeded',
        organizationId: user.organizationId,
        by: asPerson(by, user),
        subject: accountSubject(email, user),
      })
    })
    await this.#throttle.forgiveOn('signIn', attempter)
    return session
  }
}

/**
 * Returns the error of a refused sign-in, with its audit entry. An address without an account causes the same
 * work, so that the response time reveals nothing.
 */
function refused(email: string, user: User | null): RefusedAttempt {
  const organizationId = user?.organizationId ?? null
  const subject = accountSubject(email, user)
  return new RefusedAttempt('INVALID_CREDENTIALS', {}, { action: 'signIn.failed', organizationId, subject })
}
