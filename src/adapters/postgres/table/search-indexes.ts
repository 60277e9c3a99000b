import type { DataRecord } from '../../../domain/record-cells.ts'
import { keyIn } from '../../../domain/table/search/record-search.ts'
import { wordsOfRecord } from '../../../domain/table/search/search-words.ts'
import type { RecordIndex } from '../../../ports/table/records.ts'
import { execute, type Statement } from '../database.ts'
import type { Executor, OpenTransaction } from '../rows.ts'
import { fieldsOf, type Selected, type TableFields } from '../schema/columns.ts'
import { sqlFunction } from '../sql-function.ts'
import { inTransaction } from '../transaction.ts'
import { listRecords } from './list-records.ts'

type Connection = OpenTransaction['connection']

const setIndexes = sqlFunction('choose_indexes', 'p_table', 'p_keys')

const keysOf: Statement = {
  name: 'keys_of_columns',
  text: `
    select case when n.name is null then ''
                else coalesce((select t.column_keys ->> n.name from data_tables t where t.id = $1), n.name) end as key
      from unnest($2::text[]) n(name)`,
}

const named = `
  case when i.key = '' then null
       when t.column_keys is null then i.key
       else (select k.key from jsonb_each_text(t.column_keys) k where k.value = i.key) end as column`

const listIndexes: Statement = {
  name: 'list_record_indexes',
  text: `
    select ${named}, coalesce(f.ready, false) as "isReady", coalesce(f.record_count, 0)::float8 as done, l.appended::float8 as of
      from record_indexes i
      join data_tables t on t.id = i.data_table_id
      cross join lateral end_of_ledger(p_table => t.id) l
      left join index_progress f on f.data_table_id = i.data_table_id and f.index_number = i.index_number and not f.dropped
     where i.data_table_id = $1 order by i.index_number`,
}

const begin: Statement = {
  name: 'begin_index_progress',
  text: `
    insert into index_progress (data_table_id, index_number)
    select i.data_table_id, i.index_number from record_indexes i
     where not exists (select from index_progress f where f.data_table_id = i.data_table_id and f.index_number = i.index_number)
    on conflict do nothing`,
}

const fillNumber = fieldsOf('index_progress', 'indexNumber')
const fillPlace = fieldsOf('index_progress', 'dataTableId', 'indexNumber')

const behind: Statement = {
  name: 'index_progress_behind',
  text: `
    select ${fillPlace.selected('f')}
      from index_progress f
      cross join lateral end_of_ledger(p_table => f.data_table_id) l
     where not f.dropped and (not f.ready or f.seq < l.last_seq)
     order by f.ready desc, f.index_number`,
}

const progress = fieldsOf('index_progress', 'seq', 'afterId')

// Locks the row that says how far an index is filled. Returns no row while a transaction is open that does
// not know the index yet, because it changes records without noting them for the index.
const lockFill: Statement = {
  name: 'lock_progress_of_index',
  text: `
    select ${progress.selected('f')}, ${named}
      from index_progress f
      join record_indexes i on i.data_table_id = f.data_table_id and i.index_number = f.index_number
      join data_tables t on t.id = f.data_table_id
     where f.data_table_id = $1 and f.index_number = $2 and not f.dropped
       and is_known_to_open_transactions(p_transaction => f.begun_in_transaction)
       for update of f skip locked`,
}

const enter: Statement = {
  name: 'enter_in_index',
  text: `
    insert into index_entries (data_table_id, index_number, value, record_id)
    select $1, $2, e.value, e.id from unnest($3::text[], $4::bigint[]) e(value, id) order by e.value collate "C", e.id
    on conflict do nothing`,
}

const enterAppends: Statement = {
  name: 'enter_appends_in_index',
  text: `
    insert into indexed_appends (data_table_id, first_id, seq)
    select $1, a.first_id, a.seq from unnest($2::bigint[], $3::bigint[]) a(first_id, seq)
    on conflict do nothing`,
}

const noteFilled: Statement = {
  name: 'note_filled_index',
  text: `
    update index_progress set seq = $3, after_id = $4, record_count = record_count + $5, ready = ready or $6
     where data_table_id = $1 and index_number = $2`,
}

// Finds tables whose last index was removed too; otherwise their changes would never be deleted, and the searches of a
// later index would not be complete. Reads one row of each table by the index, because there may be millions of changes.
const tablesWithChanges: Statement = {
  name: 'tables_with_changes_to_index',
  text: `
    with recursive found as (
      (select c.data_table_id as id from index_changes c order by c.data_table_id limit 1)
      union all
      select (select c.data_table_id from index_changes c
               where c.data_table_id > f.id order by c.data_table_id limit 1)
        from found f where f.id is not null)
    select id from found where id is not null`,
}

// Leaves out dropped indexes, and indexes that an open transaction does not know yet, which lockFill would not begin.
// Removals of records (remove_from_indexes) lock neither of the two, so they would not wait for entries of removed
// records.
const lockFills: Statement = {
  name: 'lock_index_progress',
  text: `
    select ${fillNumber.selected('f')} from index_progress f
     where f.data_table_id = $1 and not f.dropped
       and (f.record_count > 0 or is_known_to_open_transactions(p_transaction => f.begun_in_transaction))
     order by f.index_number for update`,
}

const takeChanges: Statement = {
  name: 'take_changes_to_index',
  text: `
    delete from index_changes where ctid = any(array(
      select ctid from index_changes where data_table_id = $1 limit $2)) returning record_id as id`,
}

const removeEntries: Statement = {
  name: 'remove_index_entries',
  text: `
    delete from index_entries
     where data_table_id = $1 and record_id = any($2::bigint[]) and array_position($3::int[], index_number) is not null`,
}

// Enters changes of tables in the bin too; otherwise these records could not be found after a restore.
const changedRecords: Statement = {
  name: 'changed_records_to_index',
  text: `
    select r.id, case when t.column_keys is null then r.data else named_cells(r.data, t.column_keys) end as data
      from records r join stored_data_tables t on t.id = r.data_table_id
     where r.data_table_id = $1 and r.id = any($2::bigint[])`,
}

const indexesOf: Statement = {
  name: 'indexes_to_enter',
  text: `
    select i.index_number as "indexNumber", ${named}
      from record_indexes i join stored_data_tables t on t.id = i.data_table_id
     where i.data_table_id = $1 and i.index_number = any($2::int[])`,
}

const clearDropped: Statement = {
  name: 'clear_dropped_index',
  text: `
    with dropped as (
      select data_table_id, index_number from index_progress where dropped limit 1 for update skip locked
    ), cleared as (
      delete from index_entries where ctid = any(array(
        select e.ctid from index_entries e join dropped d on e.data_table_id = d.data_table_id and e.index_number = d.index_number limit $1))
      returning 1
    ), gone as (
      delete from index_progress f using dropped d
       where f.data_table_id = d.data_table_id and f.index_number = d.index_number
         and (select count(*) from cleared) < $1
    )
    select count(*)::int as dropped from dropped`,
}

/**
 * The number of records that one transaction enters in an index. Deletions and erasures of records wait for its commit
 * while they hold the data table, for which ingest waits: about 60 ms with 14 words in a record.
 */
const page = 400
/**
 * The number of changes that one transaction enters in all indexes of a data table. Deletions wait for it as for a
 * page.
 */
const changesAtOnce = 200
const clearedAtOnce = 10_000

interface IndexColumn extends Pick<TableFields<'record_indexes'>, 'indexNumber'> {
  readonly column: string | null
}

interface TableRow {
  readonly id: TableFields<'index_changes'>['dataTableId']
}

interface TakenRow {
  readonly id: TableFields<'index_changes'>['recordId']
}

/** Sets which columns of a table have an index, in the transaction of a connection. */
export async function chooseIndexes(
  connection: Connection,
  dataTableId: string,
  columns: readonly (string | null)[],
): Promise<void> {
  const rows = await execute<{ key: string }>(connection, keysOf, [dataTableId, columns])
  const keys = rows.map(({ key }) => key)
  await execute(connection, ...setIndexes({ p_table: dataTableId, p_keys: keys }))
}

/** `SearchIndexes` lists and fills the indexes by which records are found. */
export class SearchIndexes {
  readonly #executor: Executor

  constructor(executor: Executor) {
    this.#executor = executor
  }

  of(dataTableId: string): Promise<readonly RecordIndex[]> {
    return this.#executor.read<RecordIndex>(listIndexes, [dataTableId])
  }

  async fill(signal: AbortSignal): Promise<void> {
    await this.#executor.write(begin, [])
    for (const { id } of await this.#executor.read<TableRow>(tablesWithChanges, []))
      while (!signal.aborted && (await this.#enterChanges(id)) === changesAtOnce);
    // Fills the search indexes of all tables in parts of 20 pages, so that small tables do not wait for a
    // large one.
    for (let isBehind = true; isBehind && !signal.aborted; ) {
      isBehind = false
      const fills = await this.#executor.read<Selected<typeof fillPlace>>(behind, [])
      for (const { dataTableId, indexNumber } of fills)
        if (!signal.aborted && (await this.#fillPart(dataTableId, indexNumber, signal))) isBehind = true
    }
    while (!signal.aborted && (await this.#clearDropped()));
  }

  /** Enters the next records of a table in an index. Returns false if none were left to enter. */
  async #fillPart(dataTableId: string, indexNumber: number, signal: AbortSignal): Promise<boolean> {
    for (let pages = 0; pages < 20 && !signal.aborted; pages++) {
      const entered = await inTransaction(this.#executor, (connection) =>
        this.#fillPage(connection, dataTableId, indexNumber),
      )
      if (entered < page) return entered > 0
    }
    return true
  }

  async #fillPage(connection: Connection, dataTableId: string, indexNumber: number): Promise<number> {
    type Fill = Selected<typeof progress> & { readonly column: string | null }
    const [fill] = await execute<Fill>(connection, lockFill, [dataTableId, indexNumber])
    if (fill === undefined) return 0
    const call = listRecords({
      p_table: dataTableId,
      p_seq: fill.seq,
      p_last: Number.MAX_SAFE_INTEGER,
      p_id: fill.afterId,
      p_limit: page,
    })
    type Row = { seq: string; id: string; data: DataRecord }
    const rows = await execute<Row>(connection, ...call)
    await this.#enter(connection, dataTableId, [{ indexNumber, column: fill.column }], rows)
    const appends = new Map(rows.map(({ id, seq }) => [Number(id) - (Number(id) % 512), seq] as const))
    await execute(connection, enterAppends, [dataTableId, [...appends.keys()], [...appends.values()]])
    const { seq, id: afterId } = rows.at(-1) ?? { seq: fill.seq, id: fill.afterId }
    const isEnd = rows.length < page
    await execute(connection, noteFilled, [dataTableId, indexNumber, seq, afterId, rows.length, isEnd])
    return rows.length
  }

  #enterChanges(dataTableId: string): Promise<number> {
    return inTransaction(this.#executor, async (connection) => {
      // Takes the changes before it looks for indexes. An index that begins later is filled with the changed cells.
      const taken = await execute<TakenRow>(connection, takeChanges, [dataTableId, changesAtOnce])
      const ids = [...new Set(taken.map(({ id }) => id))]
      const fills = await execute<Selected<typeof fillNumber>>(connection, lockFills, [dataTableId])
      const numbers = fills.map(({ indexNumber }) => indexNumber)
      await execute(connection, removeEntries, [dataTableId, ids, numbers])
      type Row = Pick<TableFields<'records'>, 'id'> & { readonly data: DataRecord }
      const rows = await execute<Row>(connection, changedRecords, [dataTableId, ids])
      const indexes = await execute<IndexColumn>(connection, indexesOf, [dataTableId, numbers])
      await this.#enter(connection, dataTableId, indexes, rows)
      return taken.length
    })
  }

  async #enter(
    connection: Connection,
    dataTableId: string,
    indexes: readonly Pick<IndexColumn, 'indexNumber' | 'column'>[],
    rows: readonly { readonly id: string; readonly data: DataRecord }[],
  ): Promise<void> {
    for (const { indexNumber, column } of indexes) {
      const [values, ids]: [string[], string[]] = [[], []]
      for (const { id, data } of rows) {
        for (const value of column === null ? wordsOfRecord(data) : [keyIn(data, column)]) {
          values.push(value)
          ids.push(id)
        }
      }
      await execute(connection, enter, [dataTableId, indexNumber, values, ids])
    }
  }

  async #clearDropped(): Promise<boolean> {
    const [one] = await this.#executor.write<{ dropped: number }>(clearDropped, [clearedAtOnce])
    return (one?.dropped ?? 0) > 0
  }
}
