import type { Actor } from '../../../domain/account/audit/actor.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { EventProvider } from '../../../domain/sender/inbound/event-provider.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

export interface RevokeEventTokenCommand {
  readonly organizationId: string
  readonly provider: EventProvider
  readonly by: Actor
}

/** Revokes the URL to which a mail provider posts events; later events are refused. */
export class RevokeEventToken {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ organizationId, provider, by }: RevokeEventTokenCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      if (!(await tx.sharedSecrets.removeEventToken(organizationId, provider)))
        throw new DomainError('NOT_FOUND', { message: 'The organization has no URL for these events' })
      const subject = { kind: 'organization', id: organizationId, name: null } as const
      await tx.audit.add({ action: 'eventToken.revoked', organizationId, by, subject, before: { provider } })
    })
  }
}
