import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { Reach } from '../../../domain/account/reach.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { lockedDestination, subjectOf } from './destination-changes.ts'

export interface PauseDestinationCommand {
  readonly reach: Reach
  readonly destinationId: string
  readonly by: Actor
}

/** Pauses a destination. Its events are kept, as long as events are, and delivered when it is resumed. */
export class PauseDestination {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ reach, destinationId, by }: PauseDestinationCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const destination = await lockedDestination(tx, reach, destinationId)
      if (destination.state === 'paused') return
      if (destination.state === 'disabled') {
        const message = 'The destination is disabled, so it receives nothing and cannot be paused'
        throw new DomainError('CONFLICT', { message })
      }
      const { organizationId, revision } = destination
      await tx.destinations.save({ ...destination, state: 'paused', revision: revision + 1 })
      const subject = subjectOf(destination)
      await tx.audit.add({ action: 'destination.paused', organizationId, by, subject })
    })
  }
}
