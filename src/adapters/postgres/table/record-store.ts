import { numbersAfter, type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import type { DataRecord, RecordView } from '../../../domain/record-cells.ts'
import type { PersonAnswers } from '../../../domain/spinner/where/person-question.ts'
import type { DataTable } from '../../../domain/table/data-table.ts'
import type { RecordOrder } from '../../../domain/table/record-order.ts'
import type {
  MatchingRecords,
  RecordSearch,
  RecordsFound,
  WholeSearch,
} from '../../../domain/table/search/record-search.ts'
import type { TableSchema } from '../../../domain/table/table-schema.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { PersonDigests } from '../../../ports/contact/contact-rules.ts'
import {
  type AppendReceipt,
  type ChangedCells,
  changedWhileRead,
  type LedgerEntry,
  type NoChange,
  type QuestionsOfTable,
  type RecordChange,
  type RecordChanges,
  type RecordCondition,
  type RecordIndex,
  type RecordOfPerson,
  RecordStore,
  type RowBatch,
  type StagingOptions,
} from '../../../ports/table/records.ts'
import { Database, type Statement } from '../database.ts'
import { type Executor, entity } from '../rows.ts'
import { changeRecord, changeRecords } from './change-records.ts'
import { clearRemains } from './clear-records.ts'
import { enterImport } from './import/enter-import.ts'
import {
  abandonImport,
  beginImport,
  clearAbandonedImports,
  clearImport,
  stageRows,
} from './import/staged-records.ts'
import { IndexedSearch } from './indexed-search.ts'
import { listNewestRecords, listRecords, type RecordRow } from './list-records.ts'
import { PersonAnswersReader } from './search/person-answers.ts'
import { RecordLookup } from './search/record-lookup.ts'
import { chooseIndexes, SearchIndexes } from './search-indexes.ts'

// Finds records by their ids. Leaves out staged records of imports, because they belong to no append yet.
const some: Statement = {
  name: 'some_records',
  text: `
    select r.id, case when t.column_keys is null then r.data else named_cells(r.data, t.column_keys) end as data,
           a.created_at
      from records r
      join data_tables t on t.id = r.data_table_id
      join appends a on a.data_table_id = r.data_table_id and r.id >= a.first_id and r.id < a.first_id + a.count
     where r.data_table_id = $1 and r.id = any($2::bigint[]) order by r.id`,
}

const endOfLedger: Statement = {
  name: 'end_of_ledger',
  text: 'select last_seq from end_of_ledger(p_table => $1)',
}

const tables = entity('data_tables', 'id')

const imports = entity('imports', 'id')

const keyOf = ({ seq, id }: RecordRow) => `${seq}.${id}`
const noEnd = Number.MAX_SAFE_INTEGER
const chunk = 1_000

export class PostgresRecordStore extends RecordStore {
  readonly #executor: Executor
  readonly #clock: Clock
  readonly #answers: PersonAnswersReader
  /** The deletions of discarded imports that are in progress. */
  readonly #clearing = new Set<Promise<number>>()

  constructor(executor: Executor, clock: Clock, digests: PersonDigests) {
    super()
    this.#executor = executor
    this.#clock = clock
    this.#answers = new PersonAnswersReader(executor, digests)
    if (executor instanceof Database)
      executor.onSettle(async () => {
        await Promise.allSettled(this.#clearing)
      })
  }

  override async list(dataTableId: string, order: RecordOrder, page: Page): Promise<PageOf<RecordView>> {
    const { items, next } = await (order === 'desc'
      ? this.#newest(dataTableId, page)
      : this.#page(dataTableId, page, noEnd))
    return { items: items.map(({ id, data, created_at: createdAt }) => ({ id, data, createdAt })), next }
  }

  override async some(dataTableId: string, ids: readonly string[]): Promise<readonly RecordView[]> {
    const known = ids.filter((id) => /^\d{1,18}$/.test(id))
    const rows = await this.#executor.read<Omit<RecordRow, 'seq'>>(some, [dataTableId, known])
    return rows.map(({ id, data, created_at: createdAt }) => ({ id, data, createdAt }))
  }

  override async *all({
    id,
    schemaVersion,
  }: Pick<DataTable, 'id' | 'schemaVersion'>): AsyncIterable<readonly DataRecord[]> {
    const [end] = await this.#executor.read<{ last_seq: string }>(endOfLedger, [id])
    let after: string | null = null
    do {
      const page: PageOf<RecordRow> = await this.#page(
        id,
        { limit: chunk, after },
        Number(end?.last_seq ?? 0),
      )
      await this.assertSameColumns({ id, schemaVersion })
      yield page.items.map(({ data }) => data)
      after = page.next
    } while (after !== null)
  }

  override async assertSameColumns({
    id,
    schemaVersion,
  }: Pick<DataTable, 'id' | 'schemaVersion'>): Promise<void> {
    const same = await tables.within(this.#executor).find({ id, schemaVersion })
    if (same === null) throw changedWhileRead()
  }

  override search(dataTableId: string, search: RecordSearch, page: Page): Promise<RecordsFound> {
    return new IndexedSearch(this.#executor, this.#clock, this.#answers).find(dataTableId, search, page)
  }

  override matching(dataTableId: string, search: WholeSearch, page: Page): Promise<MatchingRecords> {
    return new IndexedSearch(this.#executor, this.#clock, this.#answers).findAll(dataTableId, search, page)
  }

  override indexes(dataTableId: string): Promise<readonly RecordIndex[]> {
    return new SearchIndexes(this.#executor).of(dataTableId)
  }

  override fillIndexes(signal: AbortSignal): Promise<void> {
    return new SearchIndexes(this.#executor).fill(signal)
  }

  override withIds(tableId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    return new RecordLookup(this.#executor, this.#answers).withIds(tableId, ids)
  }

  override withKeys(tableId: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return new RecordLookup(this.#executor, this.#answers).withKeys(tableId, keys)
  }

  override idsLike(dataTableId: string, condition: RecordCondition): AsyncIterable<readonly string[]> {
    return new RecordLookup(this.#executor, this.#answers).idsLike(dataTableId, condition)
  }

  override like(
    tableSchema: Pick<TableSchema, 'tableId'>,
    condition: RecordCondition,
    most: number,
  ): Promise<readonly string[]> {
    return new RecordLookup(this.#executor, this.#answers).like(tableSchema, condition, most)
  }

  override answersAbout(
    questions: QuestionsOfTable,
    records: readonly RecordOfPerson[],
  ): Promise<ReadonlyMap<string, PersonAnswers>> {
    return this.#answers.read(questions, records)
  }

  override beginImport(importId: string, dataTableId: string, options: StagingOptions): Promise<void> {
    return beginImport(this.#executor, importId, dataTableId, options)
  }

  override stage(importId: string, no: number, batch: RowBatch): Promise<void> {
    return stageRows(this.#executor, importId, no, batch)
  }

  override async discardImport(importId: string): Promise<void> {
    await abandonImport(this.#executor, importId)
    // Deletes the rows of a failed import in the background, so that an error on the last of a million lines
    // is reported at once. If the database is unreachable, the rows stay for now. The clearing of abandoned
    // imports deletes them later.
    const clearing = clearImport(this.#executor, importId).catch(() => 0)
    this.#clearing.add(clearing)
    void clearing.then(() => this.#clearing.delete(clearing))
  }

  override discardAbandonedImports(signal: AbortSignal): Promise<number> {
    return clearAbandonedImports(this.#executor, signal)
  }

  override enter(entry: LedgerEntry): Promise<AppendReceipt | null> {
    return enterImport(this.#executor, entry)
  }

  override async isImporting(dataTableId: string): Promise<boolean> {
    return (await imports.within(this.#executor).find({ dataTableId, abandoned: false })) !== null
  }

  override change(change: RecordChange): Promise<ChangedCells | NoChange | 'matched'> {
    return this.#executor.onConnection((connection) => changeRecord(connection, change))
  }

  override changeSeveral(changes: RecordChanges): Promise<ReadonlyMap<string, ChangedCells | NoChange>> {
    return this.#executor.onConnection((connection) => changeRecords(connection, changes))
  }

  override chooseIndexes(dataTableId: string, columns: readonly (string | null)[]): Promise<void> {
    return this.#executor.onConnection((connection) => chooseIndexes(connection, dataTableId, columns))
  }

  override clear(most: number): Promise<number> {
    return clearRemains(this.#executor, most)
  }

  async #page(dataTableId: string, page: Page, lastSeq: number): Promise<PageOf<RecordRow>> {
    const [seq, id] = numbersAfter(page) ?? [0, 0]
    const rows = await this.#executor.read<RecordRow>(
      ...listRecords({
        p_table: dataTableId,
        p_seq: seq,
        p_last: lastSeq,
        p_id: id,
        p_limit: page.limit + 1,
      }),
    )
    return pageOf(rows, page, keyOf)
  }

  async #newest(dataTableId: string, page: Page): Promise<PageOf<RecordRow>> {
    const [seq, id] = numbersAfter(page) ?? [noEnd, noEnd]
    const rows = await this.#executor.read<RecordRow>(
      ...listNewestRecords({ p_table: dataTableId, p_seq: seq, p_id: id, p_limit: page.limit + 1 }),
    )
    return pageOf(rows, page, keyOf)
  }
}
