import type pg from 'pg'
import { attemptOptimistically } from '../../../domain/optimistic.ts'
import { cellsIn, type DataRecord } from '../../../domain/record-cells.ts'
import { changedColumns, hasCells, versionOfRecord } from '../../../domain/table/keyed-records.ts'
import { isRecordId } from '../../../domain/table/record-id.ts'
import {
  type ChangedCells,
  type NoChange,
  type RecordChange,
  type RecordChanges,
  tableChangedError,
} from '../../../ports/table/records.ts'
import { execute, type Statement } from '../database.ts'
import type { TableFields } from '../schema/columns.ts'
import { sqlFunction } from '../sql-function.ts'
import { type KeyedRecord, keyedRecords, keyOfRecord, removeKeysOf, takeFreeKeys } from './keys-of-records.ts'
import { shareKeys } from './lock-keys.ts'

const noteChanges = sqlFunction('note_changes', 'p_tables', 'p_records', 'p_columns')

const noteRecords = sqlFunction('note_records', 'p_type', 'p_table', 'p_records', 'p_at')

/** An SQL condition that leaves out staged rows of imports, because they are not part of the table yet. */
export const notStaged = `
  not exists (
    select from imports i join import_blocks b on b.import_id = i.id
     where i.data_table_id = $1 and r.id >= b.first_id and r.id < b.first_id + b.count)`

// Locks the records in the order of their ids, as every transaction does; otherwise two could deadlock.
const lockRecords: Statement = {
  name: 'lock_records_to_change',
  text: `
    select r.id, case when t.column_keys is null then r.data else named_cells(r.data, t.column_keys) end as data
      from data_tables t join records r on r.data_table_id = t.id
     where t.id = $1 and r.data_table_id = $1 and r.id = any($2::bigint[]) and ${notStaged}
     order by r.id for update of r`,
}

const changeSeveral: Statement = {
  name: 'change_records',
  text: `
    with said as materialized (
      select id, cells, columns from jsonb_to_recordset($3::jsonb) as s(id bigint, cells jsonb, columns text[])
    ), changed as (
      update records r
         set data = r.data || case when t.column_keys is null then s.cells else stored_cells(s.cells, t.column_keys) end
        from data_tables t, said s
       where t.id = $1 and t.schema_version = $7 and r.data_table_id = $1 and r.id = any($2::bigint[]) and r.id = s.id
      returning r.id, s.columns, t.column_keys
    )
    insert into record_changes (data_table_id, record_id, at, request_id, api_key_id, columns)
    select $1, id, $4, $5, $6::uuid,
           case when column_keys is null then columns else array(select column_keys ->> c from unnest(columns) c) end
      from changed
    returning columns`,
}

// Lets one transaction at a time change a record; otherwise each would compute the record's key from cells
// that the other has changed. The record's row is not locked here, because keys have to be locked before
// records.
const lockToChange: Statement = {
  name: 'lock_record_to_change',
  text: `select pg_advisory_xact_lock(hashtextextended($1::text || ' ' || $2::text, 2))`,
}

const findToChange: Statement = {
  name: 'find_record_to_change',
  text: `
    select case when t.column_keys is null then r.data else named_cells(r.data, t.column_keys) end as data,
           r.data::text as stored, t.schema_version as "schemaVersion"
      from data_tables t join records r on r.data_table_id = t.id
     where t.id = $1 and r.id = $2 and ${notStaged}`,
}

// Locks the row of a known key even if it belongs to another record and is not updated.
const claimKey: Statement = {
  name: 'claim_record_key',
  text: `
    insert into record_keys as k (data_table_id, generation, key, record_id, version)
    values ($1, $2, decode($3, 'hex'), $4, nullif($5, ''))
    on conflict (data_table_id, generation, key) do update set version = excluded.version
     where k.record_id = excluded.record_id
    returning 1`,
}

// Changes a record if its cells are still those that were read. An upsert may change them meanwhile, because the
// record's row is not locked before its keys are written.
const changeOne: Statement = {
  name: 'change_record',
  text: `
    with changed as (
      update records r
         set data = r.data || case when t.column_keys is null then $3::jsonb else stored_cells($3::jsonb, t.column_keys) end
        from data_tables t
       where t.id = $1 and t.schema_version = $8 and r.data_table_id = $1 and r.id = $2 and r.data = $9::jsonb
      returning r.id, t.column_keys
    )
    insert into record_changes (data_table_id, record_id, at, request_id, api_key_id, columns)
    select $1, id, $4, $5, $7::uuid,
           case when column_keys is null then $6::text[] else array(select column_keys ->> c from unnest($6::text[]) c) end
      from changed
    returning columns`,
}

/** A record that a change has read: its cells by the names of columns, and as they are stored. */
interface FoundRecord {
  readonly data: DataRecord
  readonly stored: string
  readonly schemaVersion: TableFields<'data_tables'>['schemaVersion']
}

/** The keys of the columns of a record that were changed. */
type ChangedKeys = Pick<TableFields<'record_changes'>, 'columns'>

type ChangeOutcome = ChangedCells | NoChange | 'matched'

/** Changes cells of a record: see `RecordStore.change`. */
export async function changeRecord(connection: pg.Client, edit: RecordChange): Promise<ChangeOutcome> {
  const { table, recordId, cells, expected } = edit
  if (!isRecordId(recordId)) return 'missing'
  await shareKeys(connection, table.id)
  await execute(connection, lockToChange, [table.id, recordId])
  const [own] = await keyedRecords(connection, table.id, [recordId])
  return attemptOptimistically<FoundRecord, ChangeOutcome>({
    // Reads the record in a statement after the one that took the locks; a statement that waits for a lock
    // would see the state before its wait.
    look: async () => {
      const [found] = await execute<FoundRecord>(connection, findToChange, [table.id, recordId])
      if (found === undefined) return { result: 'missing' }
      if (expected !== undefined && !hasCells(found.data, expected)) return { result: 'differs' }
      if (changedColumns(found.data, cells).length === 0) return { result: 'unchanged' }
      if (found.schemaVersion !== table.schemaVersion) throw tableChangedError()
      return { state: found }
    },
    attempt: (found) => changeFound(connection, edit, found, own),
  })
}

/** Changes a record that was read. Returns null, with nothing written, if the record was changed meanwhile. */
async function changeFound(
  connection: pg.Client,
  { table, recordId, cells, requestId, apiKeyId, at }: RecordChange,
  { data, stored }: FoundRecord,
  own: KeyedRecord | undefined,
): Promise<ChangeOutcome | null> {
  const columns = changedColumns(data, cells)
  if (own !== undefined) {
    await connection.query('savepoint before_change')
    if (!(await keepKey(connection, table.id, { ...own, data }, cells))) return 'matched'
  }
  const only = JSON.stringify(cellsIn(cells, columns))
  const values = [table.id, recordId, only, at, requestId, columns, apiKeyId, table.schemaVersion, stored]
  const changes = await execute<ChangedKeys>(connection, changeOne, values)
  if (changes.length === 0) {
    if (own !== undefined) await connection.query('rollback to savepoint before_change')
    return null
  }
  await noteChanged(connection, table.id, [recordId], changes, at)
  return { before: cellsIn(data, columns), after: cellsIn(cells, columns) }
}

/** Stores the key of a changed record. Returns false if another existing record has that key. */
async function keepKey(
  connection: pg.Client,
  dataTableId: string,
  own: KeyedRecord,
  cells: DataRecord,
): Promise<boolean> {
  const after = { ...own.data, ...cells }
  const [key, next] = [keyOfRecord(own, own.data), keyOfRecord(own, after)]
  if (next !== null) {
    const table = [dataTableId, own.generation]
    const version = versionOfRecord(after, own.match)
    let claimed = await execute(connection, claimKey, [...table, next, own.id, version])
    // Takes the key of a deleted record. A deletion does not find the key that an edit gives to the record meanwhile.
    if (claimed.length === 0)
      claimed = await execute(connection, takeFreeKeys, [...table, [next], [own.id], [version]])
    if (claimed.length === 0) return false
  }
  if (key !== null && key !== next) await removeKeysOf(connection, { dataTableId, ...own }, [key], [own.id])
  return true
}

/** Changes cells of several records with the same few statements, whatever their number. */
export async function changeRecords(
  connection: pg.Client,
  { table, records, requestId, apiKeyId, at }: RecordChanges,
): Promise<ReadonlyMap<string, ChangedCells | NoChange>> {
  await shareKeys(connection, table.id)
  const ids = records.map(({ recordId }) => recordId).filter(isRecordId)
  const rows = await execute<{ id: string; data: DataRecord }>(connection, lockRecords, [table.id, ids])
  const stored = new Map(rows.map(({ id, data }) => [id, data]))
  const outcomes = new Map<string, ChangedCells | NoChange>()
  const said: { id: string; cells: DataRecord; columns: readonly string[] }[] = []
  for (const { recordId, cells, expected } of records) {
    const data = stored.get(recordId)
    const columns = data === undefined ? [] : changedColumns(data, cells)
    if (data === undefined) outcomes.set(recordId, 'missing')
    else if (expected !== undefined && !hasCells(data, expected)) outcomes.set(recordId, 'differs')
    else if (columns.length === 0) outcomes.set(recordId, 'unchanged')
    else {
      const after = cellsIn(cells, columns)
      outcomes.set(recordId, { before: cellsIn(data, columns), after })
      said.push({ id: recordId, cells: after, columns })
    }
  }
  if (said.length === 0) return outcomes
  const changedIds = said.map(({ id }) => id)
  const values = [table.id, changedIds, JSON.stringify(said), at, requestId, apiKeyId, table.schemaVersion]
  const changes = await execute<ChangedKeys>(connection, changeSeveral, values)
  if (changes.length === 0) throw tableChangedError()
  await noteChanged(connection, table.id, changedIds, changes, at)
  return outcomes
}

/** Notes that records were changed, for waits and starts, for the search indexes and for events. */
async function noteChanged(
  connection: pg.Client,
  dataTableId: string,
  p_records: readonly string[],
  changes: readonly ChangedKeys[],
  p_at: Date,
): Promise<void> {
  const p_columns = [...new Set(changes.flatMap(({ columns }) => columns))]
  await execute(connection, ...noteChanges({ p_tables: [dataTableId], p_records, p_columns }))
  await execute(
    connection,
    ...noteRecords({ p_type: 'record.updated', p_table: dataTableId, p_records, p_at }),
  )
}
