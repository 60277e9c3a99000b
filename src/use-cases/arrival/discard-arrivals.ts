import type { Actor } from '../../domain/account/audit/actor.ts'
import { DomainError } from '../../domain/errors.ts'
import type { ArrivalSelection, ArrivalStore, DiscardableStatus } from '../../ports/arrival/arrivals.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'

export interface DiscardArrivalsCommand extends ArrivalSelection {
  readonly states: readonly DiscardableStatus[]
  readonly by: Actor
}

/** The number of arrivals that one commit deletes, with one entry in the audit log. */
const atOnce = 1_000

/**
 * Deletes arrivals that a user does not want, with their bodies. The claim of a held arrival stays, so that a
 * repeat is not held again. If the records of the repeat fit the table by then, they are added, because the claim
 * names no record.
 */
export class DiscardArrivals {
  readonly #arrivals: ArrivalStore
  readonly #unitOfWork: UnitOfWork

  constructor(arrivals: ArrivalStore, unitOfWork: UnitOfWork) {
    this.#arrivals = arrivals
    this.#unitOfWork = unitOfWork
  }

  /** Deletes the selected arrivals (stored requests with records) and returns their number. */
  async execute(command: DiscardArrivalsCommand, yieldToOthers: () => Promise<void>): Promise<number> {
    const { organizationId, dataTableId, states } = command
    const table = await this.#unitOfWork.run((tx) => tx.dataTables.find(organizationId, dataTableId))
    if (table === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
    let discarded = 0
    for (let isMore = true; isMore; ) {
      const some = await this.#unitOfWork.run(async (tx) => {
        const arrivals = await tx.arrivals.discard(command, states, atOnce)
        if (arrivals > 0) await note(tx, command, table.name, arrivals)
        return arrivals
      })
      discarded += some
      isMore = some === atOnce
      await yieldToOthers()
    }
    return discarded
  }

  /** Deletes one arrival by its id, even an arrival whose request named a table that does not exist. */
  async one(organizationId: string, arrivalId: string, by: Actor): Promise<void> {
    const arrival = await this.#arrivals.find(organizationId, arrivalId)
    if (arrival === null) {
      // An arrival that was accepted at once is not stored with a body.
      if ((await this.#arrivals.accepted(organizationId, arrivalId)) !== null) throw isInTable()
      throw new DomainError('NOT_FOUND', { message: 'Arrival not found' })
    }
    const { status, dataTableId } = arrival
    if (status === 'accepted') throw isInTable()
    if (status === 'received')
      throw new DomainError('CONFLICT', {
        message:
          'The records of the arrival are being added to the table. Wait a minute, then delete the records there',
      })
    await this.#unitOfWork.run(async (tx) => {
      if (!(await tx.arrivals.replace(arrival, null)))
        throw new DomainError('CONFLICT', {
          message: 'The arrival was changed since you read it; nothing was discarded. Load it again',
        })
      const table = dataTableId === null ? null : await tx.dataTables.find(organizationId, dataTableId)
      await note(tx, { organizationId, dataTableId, by }, table?.name ?? null, 1)
    })
  }
}

function isInTable(): DomainError {
  return new DomainError('CONFLICT', {
    message: 'The records of the arrival are in the table; delete the records there',
  })
}

interface DiscardedBy {
  readonly organizationId: string
  readonly dataTableId: string | null
  readonly by: Actor
}

async function note(
  tx: Transaction,
  { organizationId, dataTableId, by }: DiscardedBy,
  name: string | null,
  arrivals: number,
): Promise<void> {
  const subject = { kind: 'dataTable', id: dataTableId, name } as const
  await tx.audit.add({ action: 'arrivals.discarded', organizationId, by, subject, before: { arrivals } })
}
