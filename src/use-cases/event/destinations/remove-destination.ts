import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { Reach } from '../../../domain/account/reach.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { askForTypes, lockedDestination, removeDestination } from './destination-changes.ts'

export interface RemoveDestinationCommand {
  readonly reach: Reach
  readonly destinationId: string
  readonly by: Actor
  readonly now: Date
}

/** Removes a destination with its attempts. Events of its types are written for seven more days. */
export class RemoveDestination {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ reach, destinationId, by, now }: RemoveDestinationCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      // Locks the organization, so that its event types are computed from all destinations that remain.
      await tx.organizations.lock(reach.organizationId)
      await removeDestination(tx, await lockedDestination(tx, reach, destinationId), by)
      await askForTypes(tx, reach.organizationId, now)
    })
  }
}
