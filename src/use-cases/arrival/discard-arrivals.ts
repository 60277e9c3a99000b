import type { Actor } from '../../domain/account/audit/actor.ts'
import { DomainError } from '../../domain/errors.ts'
import type { ArrivalStore, DiscardableState, WantedArrivals } from '../../ports/arrival/arrival-store.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

export interface DiscardArrivalsCommand extends WantedArrivals {
  readonly states: readonly DiscardableState[]
  readonly by: Actor
}

const atOnce = 100

/** Deletes arrivals that a person does not want, with their bodies. A repeat of such a delivery stays a repeat. */
export class DiscardArrivals {
  readonly #arrivals: ArrivalStore
  readonly #unitOfWork: UnitOfWork

  constructor(arrivals: ArrivalStore, unitOfWork: UnitOfWork) {
    this.#arrivals = arrivals
    this.#unitOfWork = unitOfWork
  }

  /** Returns the number of arrivals that were discarded. */
  async execute(command: DiscardArrivalsCommand, giveWay: () => Promise<void>): Promise<number> {
    const { organizationId, dataTableId, states } = command
    const table = await this.#unitOfWork.run((tx) => tx.dataTables.find(organizationId, dataTableId))
    if (table === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
    let discarded = 0
    try {
      for (let isMore = true; isMore; ) {
        const some = await this.#arrivals.discard(command, states, atOnce)
        discarded += some
        isMore = some === atOnce
        await giveWay()
      }
    } finally {
      if (discarded > 0) await this.#note(command, table.name, discarded)
    }
    return discarded
  }

  /** Discards one arrival, whether or not its sender named a table that exists. */
  async one(organizationId: string, arrivalId: string, by: Actor): Promise<void> {
    const arrival = await this.#arrivals.find(organizationId, arrivalId)
    if (arrival === null) throw new DomainError('NOT_FOUND', { message: 'Arrival not found' })
    const { state, dataTableId } = arrival
    if (state === 'accepted' || state === 'received')
      throw new DomainError('CONFLICT', {
        message:
          state === 'accepted'
            ? 'Its records are in the table. Delete the records there'
            : 'It goes in by itself within a minute. Delete its records then',
      })
    if (!(await this.#arrivals.replace(arrival, null)))
      throw new DomainError('CONFLICT', { message: 'Somebody else has changed this arrival. Load it again' })
    const name = await this.#nameOf(organizationId, dataTableId)
    await this.#note({ organizationId, dataTableId, by }, name, 1)
  }

  async #nameOf(organizationId: string, dataTableId: string | null): Promise<string | null> {
    if (dataTableId === null) return null
    return this.#unitOfWork.run(
      async (tx) => (await tx.dataTables.find(organizationId, dataTableId))?.name ?? null,
    )
  }

  async #note(
    {
      organizationId,
      dataTableId,
      by,
    }: { readonly organizationId: string; readonly dataTableId: string | null; readonly by: Actor },
    name: string | null,
    arrivals: number,
  ): Promise<void> {
    const subject = { kind: 'dataTable', id: dataTableId, name } as const
    await this.#unitOfWork.run((tx) =>
      tx.audit.add({ action: 'arrivals.discarded', organizationId, by, subject, before: { arrivals } }),
    )
  }
}
