import { TableBusy } from '../../../domain/arrival/table-busy.ts'
import type { DataRecord } from '../../../domain/record-cells.ts'
import { versionOfRecord } from '../../../domain/table/keyed-records.ts'
import { isRecordId } from '../../../domain/table/record-id.ts'
import { keyReaderFor } from '../../../domain/table/record-key.ts'
import type { RecordRestoration, RestoredRecords } from '../../../ports/bin/bin.ts'
import { changedWhileRead } from '../../../ports/table/records.ts'
import { execute, type Statement } from '../database.ts'
import type { OpenTransaction } from '../rows.ts'
import type { TableFields } from '../schema/columns.ts'
import { sqlFunction } from '../sql-function.ts'
import { takeFreeKeys } from '../table/keys-of-records.ts'
import { keysBusy } from '../table/lock-keys.ts'

const forgetIndexed = sqlFunction('remove_from_indexes', 'p_table', 'p_records')

// Finds records in the bin, and tries to share the lock of the keys of a table with match columns.
const find: Statement = {
  name: 'find_records_to_restore',
  text: `
    select d.id, case when t.column_keys is null then d.data else named_cells(d.data, t.column_keys) end as data,
           t.match, t.default_country as "defaultCountry", t.match_generation as generation,
           t.match is null or pg_try_advisory_xact_lock_shared(keys_lock(p_table => t.id)) as shared
      from data_tables t cross join lateral (
        select x.id, x.data from deleted_records x
         where x.bin_entry_id = $2 and x.id > $3 and ($4::bigint[] is null or x.id = any($4)) order by x.id limit $5) d
     where t.id = $1 order by d.id`,
}

// Claims or locks the match keys of records in the order of the keys, as every transaction does; otherwise two could
// deadlock. PostgreSQL locks the row of a known key although it is not updated.
const lockKeys: Statement = {
  name: 'lock_keys_of_restored_records',
  text: `
    insert into record_keys as k (data_table_id, generation, key, record_id, version)
    select $1, $2, key, id, nullif(version, '')
      from (select decode(u.key, 'hex') as key, u.id, u.version
              from unnest($3::text[], $4::bigint[], $5::text[]) u(key, id, version)) own
     order by key
    on conflict (data_table_id, generation, key) do update set record_id = k.record_id where false`,
}

const findHolders: Statement = {
  name: 'find_holders_of_keys',
  text: `
    select encode(key, 'hex') as key, record_id as "recordId" from record_keys
     where data_table_id = $1 and generation = $2 and key = any(array(select decode(k, 'hex') from unnest($3::text[]) k))`,
}

const putBack: Statement = {
  name: 'restore_records',
  text: `
    with back as (
      delete from deleted_records where bin_entry_id = $2 and id = any($3::bigint[]) returning id, data
    )
    insert into records (data_table_id, id, data) select $1, id, data from back order by id`,
}

// Counts the restored records. The row of the data table is locked from here on, so that no match column is
// changed and no column is removed before the commit.
const count: Statement = {
  name: 'count_restored_records',
  text: `
    update data_tables set removed = removed - $2 where id = $1 and match_generation = $3 returning id`,
}

// Removes cells of columns that were removed while the records were in the bin.
const clearCells: Statement = {
  name: 'clear_cells_of_restored_records',
  text: `
    update records r set data = r.data - c.keys
      from (select array_agg(key) as keys from removed_columns where data_table_id = $1) c
     where r.data_table_id = $1 and r.id = any($2::bigint[]) and r.data ?| c.keys`,
}

interface Found extends Pick<TableFields<'data_tables'>, 'match' | 'defaultCountry'> {
  readonly id: string
  readonly data: DataRecord
  readonly generation: TableFields<'data_tables'>['matchGeneration']
  readonly shared: boolean
}

interface Keyed {
  readonly id: string
  readonly key: string
  readonly version: string
}

/** Moves records of an entry of the bin back into their table: see `BinStore.restoreRecords`. */
export async function restoreRecords(
  connection: OpenTransaction['connection'],
  { dataTableId, binEntryId, recordIds, after, most }: RecordRestoration,
): Promise<RestoredRecords> {
  const wanted = recordIds?.filter(isRecordId) ?? null
  const values = [dataTableId, binEntryId, after ?? '0', wanted, most]
  const rows = await execute<Found>(connection, find, values)
  const [first] = rows
  if (first === undefined) return { restored: 0, conflicts: [], next: null }
  if (!first.shared) throw new TableBusy(keysBusy)
  const { generation } = first
  const keyed = keysOf(rows)
  const holders = await claim(connection, { dataTableId, generation, keyed })
  const conflicts = keyed.flatMap(({ id, key }) => {
    const existingId = holders.get(key) ?? id
    return existingId === id ? [] : [{ recordId: id, existingId }]
  })
  const staying = new Set(conflicts.map(({ recordId }) => recordId))
  const ids = rows.map(({ id }) => id).filter((id) => !staying.has(id))
  const next = rows.length === most ? (rows.at(-1)?.id ?? null) : null
  if (ids.length === 0) return { restored: 0, conflicts, next }
  await execute(connection, putBack, [dataTableId, binEntryId, ids])
  const updatedTables = await execute(connection, count, [dataTableId, ids.length, generation])
  if (updatedTables.length === 0) throw changedWhileRead()
  await execute(connection, ...forgetIndexed({ p_table: dataTableId, p_records: ids }))
  await execute(connection, clearCells, [dataTableId, ids])
  return { restored: ids.length, conflicts, next }
}

/** Returns the match keys of records; empty for a table without match columns. */
function keysOf(rows: readonly Found[]): readonly Keyed[] {
  const [first] = rows
  if (first === undefined || first.match === null) return []
  const { match, defaultCountry } = first
  const keyOf = keyReaderFor({ columns: match.columns, defaultCountry })
  return rows.flatMap(({ id, data }) => {
    const key = keyOf(data)
    return key === null ? [] : [{ id, key, version: versionOfRecord(data, match) }]
  })
}

interface Claim {
  readonly dataTableId: string
  readonly generation: number
  readonly keyed: readonly Keyed[]
}

/** Claims match keys, and returns the record that has each of them afterwards. */
async function claim(
  connection: OpenTransaction['connection'],
  { dataTableId, generation, keyed }: Claim,
): Promise<ReadonlyMap<string, string>> {
  if (keyed.length === 0) return new Map()
  // If several records have the same key, the last one gets it, because it was the record of the key last.
  const unique = [...new Map(keyed.map((record) => [record.key, record])).values()]
  const lists = [
    unique.map(({ key }) => key),
    unique.map(({ id }) => id),
    unique.map(({ version }) => version),
  ]
  await execute(connection, lockKeys, [dataTableId, generation, ...lists])
  await execute(connection, takeFreeKeys, [dataTableId, generation, ...lists])
  const holders = await execute<{ key: string; recordId: string }>(connection, findHolders, [
    dataTableId,
    generation,
    lists[0],
  ])
  return new Map(holders.map(({ key, recordId }) => [key, recordId]))
}
