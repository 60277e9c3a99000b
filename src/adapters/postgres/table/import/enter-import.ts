import type { Match } from '../../../../domain/table/match.ts'
import type { AppendReceipt, LedgerEntry } from '../../../../ports/table/records.ts'
import type { Statement } from '../../database.ts'
import { type Executor, entity } from '../../rows.ts'
import { sqlFunction } from '../../sql-function.ts'
import { lockKeys } from '../lock-keys.ts'

const lockImport: Statement = {
  name: 'lock_import',
  text: 'select id from imports where id = $1 and not abandoned for update',
}

const tables = entity('data_tables', 'matchGeneration')

const countStaged: Statement = {
  name: 'count_staged_rows',
  text: 'select coalesce(sum(count - erased), 0)::float8 as rows from import_blocks where import_id = $1',
}

const mergeStagedKeys = sqlFunction(
  'merge_staged_keys',
  'p_import',
  'p_table',
  'p_generation',
  'p_updates',
  'p_after',
  'p_missing',
  'p_request',
  'p_now',
)

const closeUpBlocks = sqlFunction('compact_import_blocks', 'p_import', 'p_table', 'p_generation', 'p_after')

const enterTable: Statement = {
  name: 'enter_blocks_with_columns',
  text: `
    update data_tables t
       set last_seq = t.last_seq + b.blocks, appended = t.appended + b.records, removed = t.removed + b.erased,
           columns = t.columns || coalesce($4::jsonb, '[]'),
           column_keys = coalesce((select i.column_keys from imports i where i.id = $3), t.column_keys),
           schema_version = t.schema_version + case when $4::jsonb is null then 0 else 1 end,
           revision = t.revision + case when $4::jsonb is null then 0 else 1 end
      from (select count(*) as blocks, coalesce(sum(count), 0) as records, coalesce(sum(erased), 0) as erased
              from import_blocks where import_id = $3) b
     where t.id = $1 and t.schema_version = $2
    returning t.last_seq - b.blocks as seq, b.records::float8 as records`,
}

const enterBlocks: Statement = {
  name: 'enter_blocks',
  text: `
    insert into appends (data_table_id, seq, first_id, count, request_id, created_at, source)
    select $1, $2::bigint + row_number() over (order by no), first_id, count, $4,
           (select time_of_append(p_table => $1, p_at => $5)), 'i'
      from import_blocks where import_id = $3`,
}

// Writes the event record.added for the rows of an import that have become records, a batch for each block.
const noteRecords: Statement = {
  name: 'note_imported_records',
  text: `
    select note_records(
             p_type => 'record.added', p_table => $1, p_at => $3,
             p_records => array(
               select r.id from records r
                where r.data_table_id = $1 and r.id >= b.first_id and r.id < b.first_id + b.count order by r.id))
      from data_tables t
      join import_blocks b on b.import_id = $2
     where t.id = $1 and has_event_subscription(p_organization => t.organization_id, p_types => '{record.added}')
     order by b.no`,
}

const endImport: Statement = {
  name: 'end_import',
  text: `
    with entered as (delete from import_blocks where import_id = $1)
    delete from imports where id = $1`,
}

const keyRebuilds = entity('key_rebuilds', 'id', 'dataTableId', 'generation', 'abandoned')

/**
 * Adds the staged rows of an import to the table and its ledger. Returns null if the import was abandoned, or
 * if the table's columns or match columns have changed.
 */
export async function enterImport(executor: Executor, entry: LedgerEntry): Promise<AppendReceipt | null> {
  const { importId, table, created, requestId, at } = entry
  // Locks the record keys of the table before any row. While this transaction waits for the keys, it holds no
  // lock for which others would wait.
  if (table.match !== null) await executor.write(lockKeys, [table.id])
  if ((await executor.write(lockImport, [importId])).length === 0) return null
  const merged = table.match === null ? null : await mergeKeys(executor, entry, table.match)
  const json = created.length === 0 ? null : JSON.stringify(created)
  const values = [table.id, table.schemaVersion, importId, json]
  const [entered] = await executor.write<{ seq: string; records: number }>(enterTable, values)
  if (entered === undefined) return null
  await Promise.all([
    executor.write(enterBlocks, [table.id, entered.seq, importId, requestId, at]),
    executor.write(noteRecords, [table.id, importId, at]),
    executor.write(endImport, [importId]),
  ])
  if (merged === null) return { inserted: entered.records }
  // Leaves the staged keys of the import to the background deletion of keys. Deleting them here would keep the
  // table's row locked for longer.
  await keyRebuilds
    .within(executor)
    .add({ id: importId, dataTableId: table.id, generation: -1, abandoned: true })
  const { sent, updated } = merged
  return { inserted: entered.records, updated, unchanged: sent - entered.records - updated }
}

/**
 * Merges the record keys of an import into those of the table, in statements of 2,000 rows that are short
 * each. Rows that all requests with records for the table need are locked last.
 */
async function mergeKeys(
  executor: Executor,
  { importId, table, missing, requestId, at }: LedgerEntry,
  { onMatch }: Match,
): Promise<{ sent: number; updated: number }> {
  const [count] = await executor.write<{ rows: number }>(countStaged, [importId])
  const present = await tables.within(executor).find({ id: table.id, schemaVersion: table.schemaVersion })
  // Returns early if the table's match columns have changed; `enterTable` then finds the change before
  // anything is committed.
  if (present === null) return { sent: 0, updated: 0 }
  const own = { p_import: importId, p_table: table.id, p_generation: present.matchGeneration }
  let updated = 0
  let key: Buffer | null = Buffer.alloc(0)
  while (key !== null) {
    const call = mergeStagedKeys({
      ...own,
      p_updates: onMatch === 'update',
      p_after: key,
      p_missing: missing,
      p_request: requestId,
      p_now: at,
    })
    const [part] = await executor.write<{ last_key: Buffer | null; updated: number }>(...call)
    key = part?.last_key ?? null
    updated += part?.updated ?? 0
  }
  let no: number | null = 0
  while (no !== null) {
    const call = closeUpBlocks({ ...own, p_after: no })
    const [part] = await executor.write<{ last_no: number | null }>(...call)
    no = part?.last_no ?? null
  }
  return { sent: count?.rows ?? 0, updated }
}
