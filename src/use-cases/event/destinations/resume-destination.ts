import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { Reach } from '../../../domain/account/reach.ts'
import { DomainError } from '../../../domain/errors.ts'
import { type Destination, goodHealth } from '../../../domain/event/destination/destination.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import { foundDestination, lockedDestination, subjectOf } from './destination-changes.ts'

export interface ResumeDestinationCommand {
  readonly reach: Reach
  readonly destinationId: string
  /** Whether the events that waited are skipped instead of delivered. */
  readonly skip: boolean
  readonly by: Actor
}

/**
 * Resumes a paused or disabled destination, or skips what waits for an active one. Without `skip` the kept events are
 * delivered in order.
 */
export class ResumeDestination {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ reach, destinationId, skip, by }: ResumeDestinationCommand): Promise<void> {
    const { organizationId } = reach
    await this.#unitOfWork.run(async (tx) => {
      // Locks the organization, so that the project and spinner do not change before the destination is locked.
      await tx.organizations.lock(organizationId)
      await assertResumable(tx, await foundDestination(tx, reach, destinationId))
      const destination = await lockedDestination(tx, reach, destinationId)
      const { id, position, revision } = destination
      const last = skip ? await tx.destinations.lastNumber(organizationId) : 0
      if (skip) await tx.destinations.dropWaiting(id)
      await tx.destinations.save({
        ...destination,
        state: 'active',
        disabledReason: null,
        disabledAt: null,
        ...goodHealth,
        position: Math.max(position, last),
        revision: revision + 1,
      })
      await tx.audit.add({
        action: 'destination.resumed',
        organizationId,
        by,
        subject: subjectOf(destination),
        after: { skipped: skip },
      })
    })
  }
}

/**
 * Refuses to resume a destination whose project or spinner was deleted, because it would receive nothing. The
 * destination may have been disabled before the deletion, for another reason.
 */
async function assertResumable(tx: Transaction, destination: Destination): Promise<void> {
  const { organizationId, projectId, spinnerId } = destination
  const isGone =
    (spinnerId !== null && (await tx.spinners.lock(organizationId, spinnerId)) === null) ||
    (projectId !== null && (await tx.projects.lock(organizationId, projectId)) === null)
  if (!isGone) return
  const message =
    'The project or spinner of the destination was deleted; choose another one, or none, before you resume it'
  throw new DomainError('CONFLICT', { message })
}
