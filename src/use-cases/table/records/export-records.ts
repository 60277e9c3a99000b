import type { Actor } from '../../../domain/account/audit/actor.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { DataRecord } from '../../../domain/table/cell.ts'
import type { DataTable } from '../../../domain/table/data-table.ts'
import type { RecordQueries } from '../../../ports/table/records.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

export interface ExportRecordsCommand {
  readonly organizationId: string
  readonly dataTableId: string
  /**
   * Whether cells are exported without protection against formulas; this use case only records it in the
   * audit log.
   */
  readonly raw: boolean
  readonly by: Actor
}

export interface Export {
  readonly table: DataTable
  /** The records of the table in order of arrival, in chunks that are read on demand. */
  readonly records: AsyncIterable<readonly DataRecord[]>
}

/** Exports all records of a data table. The audit entry is written before the first record is returned. */
export class ExportRecords {
  readonly #unitOfWork: UnitOfWork
  readonly #records: RecordQueries

  constructor(unitOfWork: UnitOfWork, records: RecordQueries) {
    this.#unitOfWork = unitOfWork
    this.#records = records
  }

  async execute({ organizationId, dataTableId, raw, by }: ExportRecordsCommand): Promise<Export> {
    const table = await this.#unitOfWork.run(async (tx) => {
      const exported = await tx.dataTables.find(organizationId, dataTableId)
      if (exported === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
      const subject = { kind: 'dataTable', id: exported.id, name: exported.name } as const
      await tx.audit.add({ action: 'records.exported', organizationId, by, subject, after: { raw } })
      return exported
    })
    return { table, records: this.#records.all(table) }
  }
}
