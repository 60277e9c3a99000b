import type { Reach } from '../../../domain/account/reach.ts'
import type { Requester } from '../../../domain/account/requester.ts'
import { DomainError } from '../../../domain/errors.ts'
import { type Destination, goodHealth } from '../../../domain/event/destination/destination.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import { foundDestination, lockedDestination, subjectOf } from './destination-changes.ts'

/** Pauses and resumes destinations. */
export class DestinationStatuses {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  /** Pauses a destination. Its events are kept, as long as events are, and delivered when it is resumed. */
  async pause(requester: Requester & Reach, destinationId: string): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const destination = await lockedDestination(tx, requester, destinationId)
      if (destination.status === 'paused') return
      if (destination.status === 'disabled') {
        const message = 'The destination is disabled, so it receives nothing and cannot be paused'
        throw new DomainError('CONFLICT', { message })
      }
      const { organizationId, revision } = destination
      await tx.destinations.save({ ...destination, status: 'paused', revision: revision + 1 })
      const subject = subjectOf(destination)
      await tx.audit.add({ action: 'destination.paused', organizationId, by: requester.by, subject })
    })
  }

  /**
   * Resumes a paused or disabled destination, or skips what waits for an active one. If `skip` is false, the kept events
   * are delivered in order.
   */
  async resume(requester: Requester & Reach, destinationId: string, skip: boolean): Promise<void> {
    const { organizationId, by } = requester
    await this.#unitOfWork.run(async (tx) => {
      // Locks the organization, so that the project and spinner do not change before the destination is locked.
      await tx.organizations.lock(organizationId)
      await assertResumable(tx, await foundDestination(tx, requester, destinationId))
      const destination = await lockedDestination(tx, requester, destinationId)
      const { id, position, revision } = destination
      const last = skip ? await tx.events.lastNumber(organizationId) : 0
      if (skip) await tx.destinations.dropWaiting(id)
      await tx.destinations.save({
        ...destination,
        status: 'active',
        disabledReason: null,
        disabledAt: null,
        ...goodHealth,
        position: Math.max(position, last),
        revision: revision + 1,
      })
      const subject = subjectOf(destination)
      const after = { skipped: skip }
      await tx.audit.add({ action: 'destination.resumed', organizationId, by, subject, after })
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
