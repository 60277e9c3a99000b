import type pg from 'pg'
import { cellsIn, type DataRecord } from '../../../domain/record-cells.ts'
import { changedColumns, hasCells } from '../../../domain/table/keyed-records.ts'
import { isRecordId } from '../../../domain/table/record-id.ts'
import {
  type ChangedCells,
  type NoChange,
  type RecordChanges,
  tableChangedError,
} from '../../../ports/table/records.ts'
import { execute, type Statement } from '../database.ts'
import { sqlFunction } from '../sql-function.ts'
import { shareKeys } from './lock-keys.ts'

const noteChanges = sqlFunction('note_changes', 'p_tables', 'p_records')

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

const change: Statement = {
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
    returning 1`,
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
  const p_records = said.map(({ id }) => id)
  const values = [table.id, p_records, JSON.stringify(said), at, requestId, apiKeyId, table.schemaVersion]
  if ((await execute(connection, change, values)).length === 0) throw tableChangedError()
  await execute(connection, ...noteChanges({ p_tables: [table.id], p_records }))
  await execute(
    connection,
    ...noteRecords({ p_type: 'record.updated', p_table: table.id, p_records, p_at: at }),
  )
  return outcomes
}
