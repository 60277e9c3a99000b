import { service } from '../../../domain/account/audit/actor.ts'
import type { AttemptCode } from '../../../domain/event/destination/attempt.ts'
import type { Destination } from '../../../domain/event/destination/destination.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { askForTypes, disabled, removeDestination } from './destination-changes.ts'

type DestinationId = Pick<Destination, 'id' | 'organizationId'>

/** Ends deliveries to a destination whose receiver refuses them for good. */
export class EndDestination {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  /** Removes a destination whose receiver answered that it is gone. */
  async remove({ id, organizationId }: DestinationId): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      await tx.organizations.lock(organizationId)
      const destination = await tx.destinations.lock(organizationId, id)
      if (destination === null) return
      await removeDestination(tx, destination, service)
      await askForTypes(tx, organizationId, this.#clock.now())
    })
  }

  /** Disables an active destination that has had nothing but failures for days. */
  async disable({ id, organizationId }: DestinationId, code: AttemptCode): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const destination = await tx.destinations.lock(organizationId, id)
      if (destination?.state !== 'active') return
      await disabled(tx, destination, 'failing', code, this.#clock.now())
    })
  }
}
