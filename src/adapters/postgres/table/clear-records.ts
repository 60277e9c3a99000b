import type { Statement } from '../database.ts'
import { type Executor, entity } from '../rows.ts'
import type { TableFields } from '../schema/columns.ts'

// Passes over a table whose keys another transaction has locked alone: an import into a table with match columns, or the
// begin or the end of a change of match columns. A later run clears the column.
const nextRemovedColumn: Statement = {
  name: 'next_removed_column',
  text: `
    select c.data_table_id as "dataTableId", c.key, c.after_id as "afterId"
      from (select * from removed_columns order by removed_at for update skip locked) c
     where (select pg_try_advisory_xact_lock_shared(keys_lock(p_table => t.id))
              from stored_data_tables t where t.id = c.data_table_id) limit 1`,
}

// Removes the cells of a removed column from records. Locks records in the order of ids, as every transaction
// does; otherwise two could deadlock.
const clearCells: Statement = {
  name: 'clear_cells_of_column',
  text: `
    with part as materialized (
      select id, data ? $2 as filled from records where data_table_id = $1 and id > $3 order by id limit $4
    ), filled as materialized (
      select id from records
       where data_table_id = $1 and id = any(array(select id from part where filled)) order by id for update
    ), cleared as (
      update records r set data = r.data - $2 from filled f where r.data_table_id = $1 and r.id = f.id
    )
    select count(*)::int as records, max(id) as last from part`,
}

// Removes the cells of a removed column from records in the bin. Entries of the bin hold them in no order.
const clearDeletedCells: Statement = {
  name: 'clear_deleted_cells_of_column',
  text: `
    update deleted_records d set data = d.data - $2
      from (select x.bin_entry_id, x.id from deleted_records x
             where x.bin_entry_id in (select id from bin_entries where data_table_id = $1 and kind = 'records')
               and x.data ? $2 limit $3) found
     where d.bin_entry_id = found.bin_entry_id and d.id = found.id
    returning 1`,
}

// Forgets a removed column when no record holds values of it. If all other columns are stored under
// their own names, the table needs no column keys, and records are stored as they come again. The table may be in
// the bin.
const forgetColumn: Statement = {
  name: 'forget_removed_column',
  text: `
    with gone as (
      delete from removed_columns where data_table_id = $1 and key = $2
    )
    update stored_data_tables t set column_keys = null
     where t.id = $1
       and not exists (select from removed_columns where data_table_id = $1 and key <> $2)
       and not exists (select from jsonb_each_text(t.column_keys) k where k.key <> k.value)`,
}

const nextRemoved: Statement = {
  name: 'next_removed_table',
  text: 'select id from removed_tables order by removed_at limit 1 for update skip locked',
}

const clearRecords: Statement = {
  name: 'clear_records',
  text: `
    delete from records where data_table_id = $1 and id in (
      select id from records where data_table_id = $1 order by id limit $2) returning 1`,
}

const clearAppends: Statement = {
  name: 'clear_appends',
  text: `
    delete from appends where data_table_id = $1 and seq in (
      select seq from appends where data_table_id = $1 order by seq limit $2) returning 1`,
}

const removedTables = entity('removed_tables', 'id')

const removedColumns = entity('removed_columns', 'afterId')

const clearKeys: Statement = {
  name: 'clear_record_keys',
  text: `
    delete from record_keys where data_table_id = $1 and (generation, key) in (
      select generation, key from record_keys
       where data_table_id = $1 and generation >= $3 and generation <= $4 order by generation, key limit $2) returning 1`,
}

/**
 * Returns the statement that deletes some of the rows that a database table still holds of a deleted data
 * table, in any order.
 */
function clearingOf(table: string): Statement {
  return {
    name: `clear_${table}`,
    text: `
    delete from ${table} where ctid = any(array(
      select ctid from ${table} where data_table_id = $1 limit $2)) returning 1`,
  }
}

const clearChanges = clearingOf('record_changes')
const clearEntries = clearingOf('index_entries')
const clearIndexedAppends = clearingOf('indexed_appends')
const clearIndexChanges = clearingOf('index_changes')

const clearStagedKeys: Statement = {
  name: 'clear_staged_keys',
  text: `
    delete from staged_keys where owner = $1 and no in (
      select no from staged_keys where owner = $1 order by no limit $2) returning 1`,
}

// Finds a key rebuild whose process has died: it has written nothing for ten minutes, and a page of records takes only a
// moment. Marks the key rebuild as abandoned, so that a process that was merely slow cannot put the remaining keys into
// effect.
const nextAbandoned: Statement = {
  name: 'next_abandoned_key_rebuild',
  text: `
    update key_rebuilds set abandoned = true
     where id = (
       select id from key_rebuilds
        where abandoned or written_at < now() - interval '10 minutes' limit 1 for update skip locked)
    returning id, data_table_id as "dataTableId", generation`,
}

const keyRebuilds = entity('key_rebuilds', 'id')

const allGenerations = [0, 2_147_483_647] as const

type RemovedColumn = Pick<TableFields<'removed_columns'>, 'dataTableId' | 'key' | 'afterId'>

type AbandonedKeyRebuild = Pick<TableFields<'key_rebuilds'>, 'id' | 'dataTableId' | 'generation'>

/** Deletes up to `most` entries that are no longer visible: see `RecordStore.clear`. */
export async function clearRemains(executor: Executor, most: number): Promise<number> {
  let cleared = await clearTables(executor, most)
  if (cleared < most) cleared += await clearColumns(executor, most - cleared)
  return cleared < most ? cleared + (await clearKeyRebuilds(executor, most - cleared)) : cleared
}

async function clearColumns(executor: Executor, most: number): Promise<number> {
  let cleared = 0
  while (cleared < most) {
    const [column] = await executor.write<RemovedColumn>(nextRemovedColumn, [])
    if (column === undefined) break
    const { dataTableId, key, afterId } = column
    const values = [dataTableId, key, afterId, most - cleared]
    const [part] = await executor.write<{ records: number; last: string | null }>(clearCells, values)
    let isDone = (part?.records ?? 0) < most - cleared
    cleared += part?.records ?? 0
    if (isDone) {
      const left = most - cleared
      const deleted = (await executor.write(clearDeletedCells, [dataTableId, key, left])).length
      isDone = deleted < left
      cleared += deleted
    }
    // Keeps the position in the table if only records in the bin are left, because the part then has no record.
    if (isDone) await executor.write(forgetColumn, [dataTableId, key])
    else await removedColumns.within(executor).patch({ dataTableId, key }, { afterId: part?.last ?? afterId })
  }
  return cleared
}

async function clearTables(executor: Executor, most: number): Promise<number> {
  let cleared = 0
  while (cleared < most) {
    const [table] = await executor.write<Pick<TableFields<'removed_tables'>, 'id'>>(nextRemoved, [])
    if (table === undefined) break
    cleared += await clearInTurn(executor, most - cleared, [
      [clearRecords, [table.id]],
      [clearAppends, [table.id]],
      [clearKeys, [table.id], allGenerations],
      [clearChanges, [table.id]],
      [clearEntries, [table.id]],
      [clearIndexedAppends, [table.id]],
      [clearIndexChanges, [table.id]],
    ])
    if (cleared >= most) break
    await removedColumns.within(executor).remove({ dataTableId: table.id })
    await removedTables.within(executor).remove({ id: table.id })
  }
  return cleared
}

async function clearKeyRebuilds(executor: Executor, most: number): Promise<number> {
  let cleared = 0
  while (cleared < most) {
    const [rebuild] = await executor.write<AbandonedKeyRebuild>(nextAbandoned, [])
    if (rebuild === undefined) break
    const { id, dataTableId, generation } = rebuild
    cleared += await clearInTurn(executor, most - cleared, [
      [clearKeys, [dataTableId], [generation, generation]],
      [clearStagedKeys, [id]],
    ])
    if (cleared < most) await keyRebuilds.within(executor).remove({ id })
  }
  return cleared
}

/**
 * Runs deleting statements one after the other, until `most` rows are deleted. The number of rows that may
 * still be deleted is put between the two lists of a statement's parameters.
 */
async function clearInTurn(
  executor: Executor,
  most: number,
  statements: readonly (readonly [Statement, readonly unknown[], (readonly unknown[])?])[],
): Promise<number> {
  let cleared = 0
  for (const [statement, before, after = []] of statements) {
    if (cleared >= most) break
    const values = [...before, most - cleared, ...after]
    cleared += (await executor.write(statement, values)).length
  }
  return cleared
}
