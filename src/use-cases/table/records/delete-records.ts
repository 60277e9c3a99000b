import type { Actor } from '../../../domain/account/audit/actor.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { type Deletion, moveRecordsToBin } from '../../bin/records-to-bin.ts'

export interface DeleteRecordsCommand {
  readonly organizationId: string
  readonly dataTableId: string
  readonly recordIds: readonly string[]
  /** The earlier deletion that these records are added to, so that both are one entry of the bin; null for none. */
  readonly deletionId: string | null
  readonly by: Actor
}

export const mostDeletedAtOnce = 500

/**
 * Moves the given records that exist into the bin. They still count against the plan's monthly limit of
 * records.
 */
export class DeleteRecords {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
  }

  execute({
    organizationId,
    dataTableId,
    recordIds,
    deletionId,
    by,
  }: DeleteRecordsCommand): Promise<Deletion> {
    return this.#unitOfWork.run(async (tx) => {
      const table = await tx.dataTables.find(organizationId, dataTableId)
      if (table === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
      const [newId, now] = [this.#ids.next(), this.#clock.now()]
      const deletion = await moveRecordsToBin(tx, { table, recordIds, deletionId, newId, by, now })
      if (deletion.deleted === 0) return deletion
      const subject = { kind: 'dataTable', id: table.id, name: table.name } as const
      const before = { dataTableId: table.id, records: deletion.deleted }
      await tx.audit.add({ action: 'records.deleted', organizationId, by, subject, before })
      return deletion
    })
  }
}
