import type { Actor } from '../../domain/account/audit/actor.ts'
import { newBinEntry } from '../../domain/bin/bin-entry.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import { disableDestinationsOf } from '../event/destinations/destination-changes.ts'

export interface DeleteSpinnerCommand {
  readonly organizationId: string
  readonly spinnerId: string
  readonly by: Actor
}

/** Moves a spinner that is not published and has no running job into the bin. Its finished jobs stay readable. */
export class DeleteSpinner {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
  }

  async execute({ organizationId, spinnerId, by }: DeleteSpinnerCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const spinner = await tx.spinners.lock(organizationId, spinnerId)
      if (spinner === null) throw new DomainError('NOT_FOUND', { message: 'Spinner not found' })
      if (spinner.publishedVersion !== null)
        throw new DomainError('CONFLICT', { message: 'The spinner is published; unpublish it first' })
      if (await tx.jobs.anyUnfinishedOf(spinnerId)) {
        throw new DomainError('CONFLICT', {
          message: 'A job of the spinner is still running; cancel the job or wait until it has ended',
        })
      }
      const now = this.#clock.now()
      const { projectId, dataTableId, name } = spinner
      const things = { kind: 'spinner', dataTableId, spinnerId: spinner.id, name, records: 0 } as const
      const entry = { ...things, id: this.#ids.next(), organizationId, projectId }
      await tx.bin.add(newBinEntry(entry, by, now))
      await disableDestinationsOf(tx, organizationId, { spinnerId }, now)
      const subject = { kind: 'spinner', id: spinner.id, name: spinner.name } as const
      await tx.audit.add({ action: 'spinner.deleted', organizationId, by, subject })
    })
  }
}
