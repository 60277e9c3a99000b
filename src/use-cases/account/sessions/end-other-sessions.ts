import type { Actor } from '../../../domain/account/audit/actor.ts'
import { accountSubject } from '../../../domain/account/audit/subject.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

export interface EndOtherSessionsCommand {
  readonly signedIn: SignedIn
  readonly by: Actor
}

/** Ends all sessions of a user except the session that sends the request. */
export class EndOtherSessions {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  async execute({ signedIn: { session, user }, by }: EndOtherSessionsCommand): Promise<void> {
    const { organizationId } = user
    await this.#unitOfWork.run(async (tx) => {
      await tx.sessions.endOthers(session, 'signed_out', this.#clock.now())
      const subject = accountSubject(user.email, user)
      await tx.audit.add({ action: 'session.othersEnded', organizationId, by, subject })
    })
  }
}
