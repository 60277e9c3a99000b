import { newSession, type Session } from '../../domain/account/session.ts'
import { emailOf } from '../../domain/email-address.ts'
import { DomainError } from '../../domain/errors.ts'
import type { AccountQueries } from '../../ports/account/account-queries.ts'
import type { Passwords } from '../../ports/account/passwords.ts'
import type { Throttle } from '../../ports/account/throttle.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

export interface LogInCommand {
  readonly email: string
  readonly password: string
  /** Where it comes from. */
  readonly address: string
}

/** Opens a session and replaces the person's other one. */
export class LogIn {
  readonly #accounts: AccountQueries
  readonly #unitOfWork: UnitOfWork
  readonly #passwords: Passwords
  readonly #throttle: Throttle
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(
    accounts: AccountQueries,
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

  async execute({ email: typed, password, address }: LogInCommand): Promise<Session> {
    const email = emailOf(typed)
    const attempter = { account: email, address }
    await this.#throttle.attemptOn('signIn', attempter)
    const user = await this.#accounts.userByEmail(email)
    const matches = await this.#passwords.matches(password, user?.passwordHash ?? null)
    if (user === null || !matches) throw new DomainError('INVALID_CREDENTIALS')

    const session = newSession(this.#ids.next(), user.id, this.#clock.now())
    await this.#unitOfWork.run(async (tx) => {
      const present = await tx.users.lock(user.id)
      // The password may have been reset while we were checking the old one.
      if (present?.passwordHash !== user.passwordHash) throw new DomainError('INVALID_CREDENTIALS')
      await tx.sessions.start(session)
    })
    await this.#throttle.forgiveOn('signIn', attempter)
    return session
  }
}
