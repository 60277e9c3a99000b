import type { Actor } from '../../../domain/account/audit/actor.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { DataRecord } from '../../../domain/table/cell.ts'
import type { DataTable } from '../../../domain/table/data-table.ts'
import { assertSearch, type WholeSearch } from '../../../domain/table/search/record-search.ts'
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
  /** The search whose results are exported; null for all records. */
  readonly search: WholeSearch | null
  readonly by: Actor
}

export interface Export {
  readonly table: DataTable
  /**
   * The records in chunks that are read on demand: all records in order of arrival, or the results of a search,
   * newest first.
   */
  readonly records: AsyncIterable<readonly DataRecord[]>
}

/** The number of records of a search that are read at once. */
const chunk = 1_000

/** Exports the records of a data table, or those that a search finds. The audit entry is written before the first record is returned. */
export class ExportRecords {
  readonly #unitOfWork: UnitOfWork
  readonly #records: RecordQueries

  constructor(unitOfWork: UnitOfWork, records: RecordQueries) {
    this.#unitOfWork = unitOfWork
    this.#records = records
  }

  async execute({ organizationId, dataTableId, raw, search, by }: ExportRecordsCommand): Promise<Export> {
    const table = await this.#unitOfWork.run(async (tx) => {
      const exported = await tx.dataTables.find(organizationId, dataTableId)
      if (exported === null) throw new DomainError('NOT_FOUND', { message: 'Data table not found' })
      if (search !== null) assertSearch({ ...search, sort: null }, exported.columns)
      const subject = { kind: 'dataTable', id: exported.id, name: exported.name } as const
      await tx.audit.add({
        action: 'records.exported',
        organizationId,
        by,
        subject,
        after: { raw, ...(search === null ? {} : { filtered: true }) },
      })
      return exported
    })
    return { table, records: search === null ? this.#records.all(table) : this.#matching(table, search) }
  }

  async *#matching(table: DataTable, search: WholeSearch): AsyncIterable<readonly DataRecord[]> {
    let after: string | null = null
    do {
      const page = await this.#records.matching(table.id, search, { limit: chunk, after })
      await this.#records.assertSameColumns(table)
      yield page.items.map(({ data }) => data)
      after = page.next
    } while (after !== null)
  }
}
