import { numbersAfter, type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import type { DataRecord, RecordView } from '../../../domain/record-cells.ts'
import type { DataTable } from '../../../domain/table/data-table.ts'
import type { RecordOrder } from '../../../domain/table/record-order.ts'
import type {
  MatchingRecords,
  RecordSearch,
  RecordsFound,
  WholeSearch,
} from '../../../domain/table/search/record-search.ts'
import type { TableShape } from '../../../domain/table/table-shape.ts'
import type { Clock } from '../../../ports/clock.ts'
import {
  changedWhileRead,
  type RecordCondition,
  type RecordIndex,
  RecordQueries,
} from '../../../ports/table/records.ts'
import type { Database, Statement } from '../database.ts'
import { entity } from '../rows.ts'
import type { RowOf } from '../schema/columns.ts'
import { sqlFunction } from '../sql-function.ts'
import { IndexedSearch } from './indexed-search.ts'
import { listRecords } from './list-records.ts'
import { NamedRecordSearch } from './search/named-record-search.ts'
import { SearchIndexes } from './search-indexes.ts'

const listNewestRecords = sqlFunction('list_newest_records', 'p_table', 'p_seq', 'p_id', 'p_limit')

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

type RecordRow = Pick<RowOf<'records'>, 'id' | 'data'> & Pick<RowOf<'appends'>, 'seq' | 'created_at'>

const keyOf = ({ seq, id }: RecordRow) => `${seq}.${id}`
const noEnd = Number.MAX_SAFE_INTEGER
const chunk = 1_000

export class PostgresRecordQueries extends RecordQueries {
  readonly #database: Database
  readonly #indexed: IndexedSearch
  readonly #indexes: SearchIndexes
  readonly #named: NamedRecordSearch

  constructor(database: Database, clock: Clock) {
    super()
    this.#database = database
    this.#indexed = new IndexedSearch(database, clock)
    this.#indexes = new SearchIndexes(database)
    this.#named = new NamedRecordSearch(database)
  }

  override async list(dataTableId: string, order: RecordOrder, page: Page): Promise<PageOf<RecordView>> {
    const { items, next } = await (order === 'newest'
      ? this.#newest(dataTableId, page)
      : this.#page(dataTableId, page, noEnd))
    return { items: items.map(({ id, data, created_at: createdAt }) => ({ id, data, createdAt })), next }
  }

  override async some(dataTableId: string, ids: readonly string[]): Promise<readonly RecordView[]> {
    const known = ids.filter((id) => /^\d{1,18}$/.test(id))
    const rows = await this.#database.read<Omit<RecordRow, 'seq'>>(some, [dataTableId, known])
    return rows.map(({ id, data, created_at: createdAt }) => ({ id, data, createdAt }))
  }

  override async *all({
    id,
    schemaVersion,
  }: Pick<DataTable, 'id' | 'schemaVersion'>): AsyncIterable<readonly DataRecord[]> {
    const [end] = await this.#database.read<{ last_seq: string }>(endOfLedger, [id])
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
    const same = await tables.within(this.#database).find({ id, schemaVersion })
    if (same === null) throw changedWhileRead()
  }

  override search(dataTableId: string, search: RecordSearch, page: Page): Promise<RecordsFound> {
    return this.#indexed.find(dataTableId, search, page)
  }

  override matching(dataTableId: string, search: WholeSearch, page: Page): Promise<MatchingRecords> {
    return this.#indexed.findAll(dataTableId, search, page)
  }

  override indexes(dataTableId: string): Promise<readonly RecordIndex[]> {
    return this.#indexes.of(dataTableId)
  }

  override fillIndexes(signal: AbortSignal): Promise<void> {
    return this.#indexes.fill(signal)
  }

  override withIds(tableId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#named.withIds(tableId, ids)
  }

  override withKeys(tableId: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.#named.withKeys(tableId, keys)
  }

  override like(
    shape: Pick<TableShape, 'tableId'>,
    condition: RecordCondition,
    most: number,
  ): Promise<readonly string[]> {
    return this.#named.like(shape, condition, most)
  }

  async #page(dataTableId: string, page: Page, lastSeq: number): Promise<PageOf<RecordRow>> {
    const [seq, id] = numbersAfter(page) ?? [0, 0]
    const rows = await this.#database.read<RecordRow>(
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
    const rows = await this.#database.read<RecordRow>(
      ...listNewestRecords({ p_table: dataTableId, p_seq: seq, p_id: id, p_limit: page.limit + 1 }),
    )
    return pageOf(rows, page, keyOf)
  }
}
