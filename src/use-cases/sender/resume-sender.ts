import type { Actor } from '../../domain/account/audit/actor.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

export interface ResumeSenderCommand {
  readonly organizationId: string
  readonly senderId: string
  /** Null for all that it is paused for. */
  readonly spinnerId: string | null
  readonly by: Actor
}

/** Lets a paused sender send again. It is paused again only by what comes back from then on. */
export class ResumeSender {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  async execute({ by, ...asked }: ResumeSenderCommand): Promise<void> {
    const { organizationId, senderId } = asked
    await this.#unitOfWork.run(async (tx) => {
      const isResumed = await tx.senderPauses.resume({ ...asked, at: this.#clock.now() })
      if (isResumed === null) throw new DomainError('NOT_FOUND', { message: 'Sender not found' })
      if (!isResumed) throw new DomainError('CONFLICT', { message: 'The sender is not paused' })
      const subject = { kind: 'sender', id: senderId, name: null } as const
      await tx.audit.add({ action: 'sender.resumed', organizationId, by, subject })
    })
  }
}
