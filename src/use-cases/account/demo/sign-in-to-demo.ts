import { hasNoPassword } from '../../../domain/account/account.ts'
import type { Actor } from '../../../domain/account/audit/actor.ts'
import { demoSignIn } from '../../../domain/account/audit/demo-sign-in.ts'
import { newSession, type Session, type SignInClient } from '../../../domain/account/sessions/session.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { openSession } from '../sessions/open-session.ts'

export interface SignInToDemoCommand {
  readonly userId: string
  readonly by: Actor
  readonly client: SignInClient
}

/** Opens a session for the demo's owner without a password, as long as none has been set. */
export class SignInToDemo {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
  }

  async execute({ userId, by, client }: SignInToDemoCommand): Promise<Session> {
    const session = newSession(this.#ids.next(), userId, this.#clock.now(), client)
    await this.#unitOfWork.run(async (tx) => {
      const user = await tx.users.lock(userId)
      const account = user && (await tx.accounts.lock(user.accountId))
      if (user === null || account === null || !hasNoPassword(account))
        throw new DomainError('NOT_FOUND', { message: 'This service has no demo organization' })
      await openSession(tx, user, session)
      await tx.audit.add(demoSignIn(by, user, 'click'))
    })
    return session
  }
}
