import { apiKeyIdOf } from '../../../domain/account/audit/actor.ts'
import type { Requester } from '../../../domain/account/requester.ts'
import { DomainError } from '../../../domain/errors.ts'
import { type DataRecord, revisionOfRecord } from '../../../domain/record-cells.ts'
import { assertRevision, changedSinceRead } from '../../../domain/revision.ts'
import type { DataTable } from '../../../domain/table/data-table.ts'
import { assertSearch, type WholeSearch } from '../../../domain/table/search/record-search.ts'
import { sentence } from '../../../domain/text/sentence.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { RecordStore } from '../../../ports/table/records.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import { storedTable } from '../locked-table.ts'
import { assertChangesFit, recordChanged } from './record-changed.ts'
import { type Deletion, moveRecordsToBin } from './records-to-bin.ts'

export interface Export {
  readonly table: DataTable
  /**
   * The records in chunks that are read on demand: all records in order of arrival, or the results of a search,
   * newest first.
   */
  readonly records: AsyncIterable<readonly DataRecord[]>
}

export const maxDeletedAtOnce = 500
/** The number of records of a search that are read at once. */
const exportChunk = 1_000
/** The maximum number of records that one transaction clears. */
const clearChunk = 5_000

/** Changes, deletes and exports records of data tables. */
export class Records {
  readonly #unitOfWork: UnitOfWork
  readonly #records: RecordStore
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, records: RecordStore, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#records = records
    this.#clock = clock
    this.#ids = ids
  }

  /**
   * Changes cells of one record that a user has edited; other cells stay unchanged. Jobs that have taken the record do
   * not take it again.
   */
  async change(
    { organizationId, by }: Requester,
    {
      dataTableId,
      recordId,
      data,
      revision = null,
      requestId,
    }: {
      dataTableId: string
      recordId: string
      data: DataRecord
      /** The revision of the record that the editor read; null or absent for no check. */
      revision?: number | null
      requestId: string
    },
  ): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const table = await storedTable(tx, organizationId, dataTableId)
      assertChangesFit(table, [data], () => '/data')
      const apiKeyId = apiKeyIdOf(by)
      const expected = await cellsAt(tx, { table, recordId, revision })
      const change = { table, recordId, cells: data, requestId, apiKeyId, at: this.#clock.now(), ...expected }
      const outcome = await tx.records.change(change)
      if (outcome === 'differs') throw changedSinceRead()
      if (outcome === 'missing') throw recordNotFound()
      if (outcome === 'matched') throw sameByMatch(table.match?.columns ?? [])
      if (typeof outcome === 'string') return
      const hasValues = (await tx.organizations.find(organizationId))?.auditsValues ?? false
      await tx.audit.add(recordChanged(outcome, { table, recordId, by, hasValues }))
    })
  }

  /** Moves one record into the bin. It still counts against the plan's monthly limit of records. */
  async delete({ organizationId, by }: Requester, dataTableId: string, recordId: string): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const table = await storedTable(tx, organizationId, dataTableId)
      const [newId, now] = [this.#ids.next(), this.#clock.now()]
      const doomed = { table, recordIds: [recordId], deletionId: null, newId, by, now }
      const { deleted } = await moveRecordsToBin(tx, doomed)
      if (deleted === 0) throw recordNotFound()
      const subject = { kind: 'record', id: recordId, name: null } as const
      const before = { dataTableId: table.id, dataTable: table.name }
      await tx.audit.add({ action: 'record.deleted', organizationId, by, subject, before })
    })
  }

  /**
   * Moves the given records that exist into the bin, as one entry with those of the earlier deletion whose id is given.
   * They still count against the plan's monthly limit of records.
   */
  deleteSeveral(
    { organizationId, by }: Requester,
    {
      dataTableId,
      recordIds,
      deletionId,
    }: { dataTableId: string; recordIds: readonly string[]; deletionId: string | null },
  ): Promise<Deletion> {
    return this.#unitOfWork.run(async (tx) => {
      const table = await storedTable(tx, organizationId, dataTableId)
      const [newId, now] = [this.#ids.next(), this.#clock.now()]
      const deletion = await moveRecordsToBin(tx, { table, recordIds, deletionId, newId, by, now })
      if (deletion.deleted === 0) return deletion
      const subject = { kind: 'dataTable', id: table.id, name: table.name } as const
      const before = { dataTableId: table.id, records: deletion.deleted }
      await tx.audit.add({ action: 'records.deleted', organizationId, by, subject, before })
      return deletion
    })
  }

  /**
   * Exports the records of a data table, or the results of a search. The audit entry is written before the first record
   * is returned. `raw` says whether cells are exported without protection against formulas, which is noted in the entry.
   */
  async export(
    { organizationId, by }: Requester,
    { dataTableId, raw, search }: { dataTableId: string; raw: boolean; search: WholeSearch | null },
  ): Promise<Export> {
    const table = await this.#unitOfWork.run(async (tx) => {
      const exported = await storedTable(tx, organizationId, dataTableId)
      if (search !== null) assertSearch({ ...search, sort: null }, exported.columns)
      const subject = { kind: 'dataTable', id: exported.id, name: exported.name } as const
      const after = search === null ? { raw } : { raw, filtered: true as const }
      await tx.audit.add({ action: 'records.exported', organizationId, by, subject, after })
      return exported
    })
    return { table, records: search === null ? this.#records.all(table) : this.#matching(table, search) }
  }

  /**
   * Deletes the records of deleted data tables, and of imports whose process died. Each transaction is small
   * enough not to delay requests.
   */
  async clearLeft(signal: AbortSignal): Promise<number> {
    let cleared = await this.#records.discardAbandonedImports(signal)
    while (!signal.aborted) {
      const count = await this.#unitOfWork.run((tx) => tx.records.clear(clearChunk))
      cleared += count
      if (count < clearChunk) break
    }
    return cleared
  }

  async *#matching(table: DataTable, search: WholeSearch): AsyncIterable<readonly DataRecord[]> {
    let after: string | null = null
    do {
      const page = await this.#records.matching(table.id, search, { limit: exportChunk, after })
      await this.#records.assertSameColumns(table)
      yield page.items.map(({ data }) => data)
      after = page.next
    } while (after !== null)
  }
}

/**
 * Returns the cells that a record must still have when it is changed: all of them if the editor read this revision.
 * Throws if the record has another revision already.
 */
async function cellsAt(
  tx: Transaction,
  { table, recordId, revision }: { table: DataTable; recordId: string; revision: number | null },
): Promise<{ readonly expected?: DataRecord }> {
  if (revision === null) return {}
  const [record] = await tx.records.some(table.id, [recordId])
  if (record === undefined) throw recordNotFound()
  assertRevision({ revision: revisionOfRecord(record.data, table.columns) }, revision)
  return { expected: record.data }
}

function recordNotFound(): DomainError {
  return new DomainError('NOT_FOUND', { message: 'Record not found' })
}

function sameByMatch(columns: readonly string[]): DomainError {
  const named = columns.map((column) => `"${column}"`).join(' and ')
  return new DomainError('CONFLICT', {
    message: sentence('Another record of the table already has the same {named}; nothing was changed', {
      named,
    }),
  })
}
