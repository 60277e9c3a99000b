import type { Actor } from '../../../domain/account/audit/actor.ts'
import { accountSubject } from '../../../domain/account/audit/subject.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { noteOfAccount } from '../audit/note-of-account.ts'

export interface EndOtherSessionsCommand {
  readonly signedIn: SignedIn
  readonly by: Actor
}

/**
 * Ends all sessions of a person, in all of their organizations, except the session that sends the request. A session
 * for which only its organization vouches ends the person's sessions in that organization alone.
 */
export class EndOtherSessions {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  async execute({ signedIn: { session, user }, by }: EndOtherSessionsCommand): Promise<void> {
    const { organizationId, accountId } = user
    const action = 'session.othersEnded'
    const now = this.#clock.now()
    await this.#unitOfWork.run(async (tx) => {
      if (session.vouchedBy === 'organization') {
        await tx.sessions.endOthers(session, 'signed_out', now)
        await tx.audit.add({ action, organizationId, by, subject: accountSubject(user.email, user) })
        return
      }
      await tx.accounts.lock(accountId)
      await tx.sessions.endAll(accountId, 'signed_out', now, session.id)
      await noteOfAccount(tx, accountId, by, { action })
    })
  }
}
