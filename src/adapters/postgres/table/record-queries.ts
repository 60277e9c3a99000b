import { numbersAfter, type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import type { DataRecord, RecordView } from '../../../domain/table/cell.ts'
import type { DataTable } from '../../../domain/table/data-table.ts'
import type { RecordOrder } from '../../../domain/table/record-order.ts'
import { changedWhileRead, RecordQueries } from '../../../ports/table/records.ts'
import type { Database, Statement } from '../database.ts'
import { sqlFunction } from '../sql-function.ts'

export const listRecords = sqlFunction('list_records', 'p_table', 'p_seq', 'p_last', 'p_id', 'p_limit')

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

// Finds which record keys exist in a table. Looks each key up separately, because PostgreSQL plans a join by
// the table alone, and reads all of it.
const knownKeys: Statement = {
  name: 'known_keys',
  text: `
    select w.key
      from data_tables t
      cross join unnest($2::text[]) w(key)
      cross join lateral (
        select x.record_id from record_keys x
         where x.data_table_id = t.id and x.generation = t.match_generation and x.key = decode(w.key, 'hex') offset 0) k
     where t.id = $1 and exists (select from records r where r.data_table_id = t.id and r.id = k.record_id)`,
}

const endOfLedger: Statement = {
  name: 'end_of_ledger',
  text: 'select last_seq from end_of_ledger(p_table => $1)',
}

const isAtVersion: Statement = {
  name: 'is_at_schema_version',
  text: 'select 1 from data_tables where id = $1 and schema_version = $2',
}

interface RecordRow {
  readonly seq: string
  readonly id: string
  readonly data: DataRecord
  readonly created_at: Date
}

const keyOf = ({ seq, id }: RecordRow) => `${seq}.${id}`
const noEnd = Number.MAX_SAFE_INTEGER
const chunk = 1_000

export class PostgresRecordQueries extends RecordQueries {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async list(dataTableId: string, order: RecordOrder, page: Page): Promise<PageOf<RecordView>> {
    const { items, next } = await (order === 'newest'
      ? this.#newest(dataTableId, page)
      : this.#page(dataTableId, page, noEnd))
    return { items: items.map(({ id, data, created_at: createdAt }) => ({ id, data, createdAt })), next }
  }

  override async some(dataTableId: string, ids: readonly string[]): Promise<readonly RecordView[]> {
    const known = ids.filter((id) => /^\d{1,18}$/.test(id))
    const rows = await this.#database.read<RecordRow>(some, [dataTableId, known])
    return rows.map(({ id, data, created_at: createdAt }) => ({ id, data, createdAt }))
  }

  override async known(dataTableId: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#database.read<{ key: string }>(knownKeys, [dataTableId, keys])
    return new Set(rows.map(({ key }) => key))
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
      // Checks the schema version after reading a page. Versions only go up, so an unchanged one proves that
      // the columns did not change meanwhile.
      const same = await this.#database.read(isAtVersion, [id, schemaVersion])
      if (same.length === 0) throw changedWhileRead()
      yield page.items.map(({ data }) => data)
      after = page.next
    } while (after !== null)
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
