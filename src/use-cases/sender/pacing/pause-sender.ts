import type { Actor } from '../../../domain/account/audit/actor.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { senderNotFound, subjectOf } from '../one-default.ts'

export interface SenderCommand {
  readonly organizationId: string
  readonly senderId: string
  readonly by: Actor
}

/** Pauses a sender, which sends nothing until it is resumed. Recipients that it would write to wait. */
export class PauseSender {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ organizationId, senderId, by }: SenderCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const sender = await tx.senders.lock(organizationId, senderId)
      if (sender === null) throw senderNotFound()
      if (sender.state === 'paused') return
      if (sender.state === 'needsAttention') {
        const message = 'The sender cannot be paused, because it needs attention and sends nothing'
        throw new DomainError('CONFLICT', { message })
      }
      await tx.senders.save({ ...sender, state: 'paused', trouble: null, revision: sender.revision + 1 })
      await tx.events.add({
        type: 'sender.paused',
        organizationId,
        projectId: null,
        data: { code: null, spinnerId: null },
        events: [{ objectId: sender.id }],
      })
      await tx.audit.add({ action: 'sender.paused', organizationId, by, subject: subjectOf(sender) })
    })
  }
}
