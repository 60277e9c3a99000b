import type { Actor } from '../../../domain/account/audit/actor.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { moveRecordsToBin } from '../../bin/records-to-bin.ts'

export interface DeleteRecordCommand {
  readonly organizationId: string
  readonly dataTableId: string
  readonly recordId: string
  readonly by: Actor
}

/** Moves one record into the bin. It still counts against the plan's monthly limit of records. */
export class DeleteRecord {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
  }

  async execute({ organizationId, dataTableId, recordId, by }: DeleteRecordCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const table = await tx.dataTables.find(organizationId, dataTableId)
      if (table === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
      const [newId, now] = [this.#ids.next(), this.#clock.now()]
      const doomed = { table, recordIds: [recordId], deletionId: null, newId, by, now }
      const { deleted } = await moveRecordsToBin(tx, doomed)
      if (deleted === 0) throw new DomainError('NOT_FOUND', { message: 'Record not found' })
      const subject = { kind: 'record', id: recordId, name: null } as const
      const before = { dataTableId: table.id, dataTable: table.name }
      await tx.audit.add({ action: 'record.deleted', organizationId, by, subject, before })
    })
  }
}
