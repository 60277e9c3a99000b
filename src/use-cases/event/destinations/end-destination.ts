import { service } from '../../../domain/account/audit/actor.ts'
import type { AttemptCode } from '../../../domain/event/destination/attempt.ts'
import type { Destination } from '../../../domain/event/destination/destination.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { askForTypes, disabled, removeDestination } from './destination-changes.ts'

type TriedDestination = Pick<Destination, 'id' | 'organizationId' | 'revision'>

/**
 * Ends deliveries to a destination whose receiver refuses them permanently. Does nothing if the destination has another
 * revision by now, because its URL may have changed since the request.
 */
export class EndDestination {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  /** Removes a destination whose receiver answered that it is gone. */
  async remove({ id, organizationId, revision }: TriedDestination): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      await tx.organizations.lock(organizationId)
      const destination = await tx.destinations.lock(organizationId, id)
      if (destination?.revision !== revision) return
      await removeDestination(tx, destination, service)
      await askForTypes(tx, organizationId, this.#clock.now())
    })
  }

  /**
   * Disables an active destination that has had nothing but failures for days. Does nothing if an attempt of a person
   * or program has succeeded since the last failure.
   */
  async disable({ id, organizationId, revision }: TriedDestination, code: AttemptCode): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const destination = await tx.destinations.lock(organizationId, id)
      if (destination?.revision !== revision || destination.status !== 'active') return
      if (destination.failingSince === null) return
      await disabled(tx, destination, 'failing', code, this.#clock.now())
    })
  }
}
