import type { Actor } from '../../domain/account/audit/actor.ts'
import { newBinEntry } from '../../domain/bin/bin-entry.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

export interface DeleteDataTableCommand {
  readonly organizationId: string
  readonly dataTableId: string
  readonly by: Actor
}

/**
 * Moves a data table with its records into the bin, unless a spinner uses the table or its match columns are being
 * changed.
 */
export class DeleteDataTable {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
  }

  async execute({ organizationId, dataTableId, by }: DeleteDataTableCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const table = await tx.dataTables.lock(organizationId, dataTableId)
      if (table === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
      const spinners = await tx.spinners.over(dataTableId)
      if (spinners.length > 0) {
        const named = spinners.slice(0, 3).map((name) => `"${name}"`)
        throw new DomainError('CONFLICT', {
          message: `The data table is used by ${spinners.length === 1 ? 'the spinner' : 'the spinners'} ${named.join(', ')}${spinners.length > 3 ? ' and others' : ''}; delete these spinners first`,
        })
      }
      // A change of match columns that continued while the table is in the bin would merge only some of the records.
      if (await tx.keyRebuilds.isRunning(table.id))
        throw new DomainError('CONFLICT', {
          message: 'The match columns of the table are being changed; delete the table afterwards',
        })
      const { projectId, name } = table
      const things = { kind: 'dataTable', dataTableId: table.id, spinnerId: null, name, records: 0 } as const
      const entry = { ...things, id: this.#ids.next(), organizationId, projectId }
      await tx.bin.add(newBinEntry(entry, by, this.#clock.now()))
      const subject = { kind: 'dataTable', id: table.id, name: table.name } as const
      await tx.audit.add({ action: 'dataTable.deleted', organizationId, by, subject })
    })
  }
}
