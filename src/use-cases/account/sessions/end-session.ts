import type { Actor } from '../../../domain/account/audit/actor.ts'
import { accountSubject } from '../../../domain/account/audit/subject.ts'
import { deviceWords } from '../../../domain/account/sessions/device-words.ts'
import type { SignedIn } from '../../../domain/account/sessions/session.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

export interface EndSessionCommand {
  readonly signedIn: SignedIn
  readonly sessionId: string
  readonly by: Actor
}

/** Ends one of a user's own sessions, for example on another device. */
export class EndSession {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  async execute({ signedIn: { user }, sessionId, by }: EndSessionCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const ended = await tx.sessions.endOwn(user.id, sessionId, 'signed_out', this.#clock.now())
      if (ended === null) throw new DomainError('NOT_FOUND', { message: 'You have no session with this id' })
      await tx.audit.add({
        action: 'session.ended',
        organizationId: user.organizationId,
        by,
        subject: accountSubject(user.email, user),
        before: { device: deviceWords(ended.userAgent), sessionKind: ended.kind },
      })
    })
  }
}
