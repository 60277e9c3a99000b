import type { BinEntry } from '../../../domain/bin/bin-entry.ts'
import { attemptOptimistically } from '../../../domain/optimistic.ts'
import { cellsIn, type DataRecord } from '../../../domain/record-cells.ts'
import { changedColumns, hasCells, versionOfRecord } from '../../../domain/table/keyed-records.ts'
import { isRecordId } from '../../../domain/table/record-id.ts'
import { keyReaderFor } from '../../../domain/table/record-key.ts'
import {
  type AppendReceipt,
  type ChangedCells,
  type LedgerEntry,
  type NoChange,
  type RecordChange,
  type RecordChanges,
  type RecordRestoration,
  type RecordStore,
  type RestoredRecords,
  tableChangedError,
} from '../../../ports/table/records.ts'
import { execute, type Statement } from '../database.ts'
import { entity, type OpenTransaction } from '../rows.ts'
import type { NotNull, TableFields } from '../schema/columns.ts'
import { sqlFunction } from '../sql-function.ts'
import { changeRecords, notStaged } from './change-records.ts'
import { enterImport } from './enter-import.ts'
import { shareKeys } from './lock-keys.ts'
import { restoreRecords, takeFreeKeys } from './restore-records.ts'
import { chooseIndexes } from './search-indexes.ts'

const noteChanges = sqlFunction('note_changes', 'p_tables', 'p_records')

const noteRecords = sqlFunction('note_records', 'p_type', 'p_table', 'p_records', 'p_at')

const forgetIndexed = sqlFunction('remove_from_indexes', 'p_table', 'p_records')

const imports = entity('imports', 'id')

// Lets one transaction at a time change a record; otherwise each would compute the record's key from cells
// that the other has changed. The record's row is not locked here, because keys have to be locked before
// records.
const lockToChange: Statement = {
  name: 'lock_record_to_change',
  text: `select pg_advisory_xact_lock(hashtextextended($1::text || ' ' || $2::text, 2))`,
}

// Reads the cells and the match columns from which the keys of records are computed. The transaction shares the lock of the
// table's keys, so no other match columns take effect before its commit.
const findOwnKeys: Statement = {
  name: 'find_keys_of_records',
  text: `
    select r.id, t.match_generation as generation,
           case when t.column_keys is null then r.data else named_cells(r.data, t.column_keys) end as data,
           t.match, t.default_country as "defaultCountry"
      from data_tables t join records r on r.data_table_id = t.id and r.id = any($2::bigint[])
     where t.id = $1 and t.match is not null order by r.id`,
}

const removeKeys: Statement = {
  name: 'remove_record_keys',
  text: `
    delete from record_keys k
     using (select decode(key, 'hex') as key, id from unnest($3::text[], $4::bigint[]) u(key, id)) own
     where k.data_table_id = $1 and k.generation = $2 and k.key = own.key and k.record_id = own.id`,
}

// Locks records before they are deleted, and notes them for a running change of match columns, which may have computed
// their keys already.
const lockToRemove: Statement = {
  name: 'lock_records_to_remove',
  text: `
    with doomed as materialized (
      select r.id from records r where r.data_table_id = $1 and r.id = any($2::bigint[]) and ${notStaged}
       order by r.id for update
    )
    select note_key_changes(p_tables => array[$1::uuid], p_records => array(select id from doomed order by id))`,
}

const remove: Statement = {
  name: 'remove_records',
  text: `
    with doomed as materialized (
      select r.id from records r where r.data_table_id = $1 and r.id = any($2::bigint[]) and ${notStaged}
       order by r.id for update
    ), removed as (
      delete from records r using doomed d where r.data_table_id = $1 and r.id = d.id returning r.id, r.data
    ), binned as (
      insert into deleted_records (bin_entry_id, id, data) select $3, id, data from removed
    ), entered as (
      insert into bin_entries as b
        (id, organization_id, project_id, kind, data_table_id, name, records, deleted_by, deleted_at, delete_at)
      select $3, $4, $5, 'records', $1, $6, count(*), $7, $8, $9 from removed having count(*) > 0
      on conflict (id) do update
        set records = b.records + excluded.records, delete_at = greatest(b.delete_at, excluded.delete_at)
    ), counted as (
      update data_tables set removed = removed + (select count(*) from doomed)
       where id = $1 and exists (select from doomed)
    )
    select count(*)::int as removed from removed`,
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
const change: Statement = {
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
    returning record_id as id`,
}

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

export class PostgresRecordStore implements RecordStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  enter(entry: LedgerEntry): Promise<AppendReceipt | null> {
    return enterImport(this.#tx, entry)
  }

  async isImporting(dataTableId: string): Promise<boolean> {
    return (await imports.within(this.#tx).find({ dataTableId, abandoned: false })) !== null
  }

  async change(edit: RecordChange): Promise<ChangeOutcome> {
    const { table, recordId, cells, expected } = edit
    if (!isRecordId(recordId)) return 'missing'
    const { connection } = this.#tx
    await shareKeys(connection, table.id)
    await execute(connection, lockToChange, [table.id, recordId])
    const [own] = await execute<OwnKey>(connection, findOwnKeys, [table.id, [recordId]])
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
      attempt: (found) => this.#changeFound(edit, found, own),
    })
  }

  /** Changes a record that was read. Returns null, with nothing written, if the record was changed meanwhile. */
  async #changeFound(
    { table, recordId, cells, requestId, apiKeyId, at }: RecordChange,
    { data, stored }: FoundRecord,
    own: OwnKey | undefined,
  ): Promise<ChangeOutcome | null> {
    const { connection } = this.#tx
    const columns = changedColumns(data, cells)
    if (own !== undefined) {
      await connection.query('savepoint before_change')
      if (!(await this.#keepKey(table.id, { ...own, data }, cells))) return 'matched'
    }
    const only = JSON.stringify(cellsIn(cells, columns))
    const values = [table.id, recordId, only, at, requestId, columns, apiKeyId, table.schemaVersion, stored]
    if ((await execute(connection, change, values)).length === 0) {
      if (own !== undefined) await connection.query('rollback to savepoint before_change')
      return null
    }
    const p_records = [recordId]
    await execute(connection, ...noteChanges({ p_tables: [table.id], p_records }))
    await execute(
      connection,
      ...noteRecords({ p_type: 'record.updated', p_table: table.id, p_records, p_at: at }),
    )
    return { before: cellsIn(data, columns), after: cellsIn(cells, columns) }
  }

  changeSeveral(changes: RecordChanges) {
    return changeRecords(this.#tx.connection, changes)
  }

  /** Stores the key of a changed record. Returns false if another existing record has that key. */
  async #keepKey(dataTableId: string, own: OwnKey, cells: DataRecord): Promise<boolean> {
    const { connection } = this.#tx
    const after = { ...own.data, ...cells }
    const keyOf = this.#keyOf(own)
    const [key, next] = [keyOf(own.data), keyOf(after)]
    if (next !== null) {
      const table = [dataTableId, own.generation]
      const version = versionOfRecord(after, own.match)
      let claimed = await execute(connection, claimKey, [...table, next, own.id, version])
      // Takes the key of a deleted record. A deletion does not find the key that an edit gives to the record meanwhile.
      if (claimed.length === 0)
        claimed = await execute(connection, takeFreeKeys, [...table, [next], [own.id], [version]])
      if (claimed.length === 0) return false
    }
    if (key !== null && key !== next)
      await execute(connection, removeKeys, [dataTableId, own.generation, [key], [own.id]])
    return true
  }

  #keyOf({ match, defaultCountry }: OwnKey) {
    return keyReaderFor({ columns: match.columns, defaultCountry })
  }

  async chooseIndexes(dataTableId: string, columns: readonly (string | null)[]): Promise<void> {
    await chooseIndexes(this.#tx.connection, dataTableId, columns)
  }

  async remove(entry: BinEntry, recordIds: readonly string[]): Promise<number> {
    const { dataTableId, organizationId, projectId, name, deletedBy, deletedAt, deleteAt } = entry
    const ids = recordIds.filter(isRecordId)
    const { connection } = this.#tx
    // Shares the lock of the keys in every table: the last transaction of a change of match columns locks the table
    // before records, and the statement below locks records before the table.
    await shareKeys(connection, dataTableId)
    const own = await execute<OwnKey>(connection, findOwnKeys, [dataTableId, ids])
    const keyed = own.flatMap((one) => {
      const key = this.#keyOf(one)(one.data)
      return key === null ? [] : [{ key, id: one.id }]
    })
    if (keyed.length > 0) {
      const values = [keyed.map(({ key }) => key), keyed.map(({ id }) => id)]
      await execute(connection, removeKeys, [dataTableId, own[0]?.generation, ...values])
    }
    await execute(connection, lockToRemove, [dataTableId, ids])
    const into = [entry.id, organizationId, projectId, name, deletedBy, deletedAt, deleteAt]
    const [counted] = await execute<{ removed: number }>(connection, remove, [dataTableId, ids, ...into])
    // Locks the indexes after the table, as changes of columns and indexes do; otherwise the two could deadlock.
    await execute(connection, ...forgetIndexed({ p_table: dataTableId, p_records: ids }))
    return counted?.removed ?? 0
  }

  restore(restoration: RecordRestoration): Promise<RestoredRecords> {
    return restoreRecords(this.#tx.connection, restoration)
  }

  async clear(most: number): Promise<number> {
    let cleared = await this.#clearTables(most)
    if (cleared < most) cleared += await this.#clearColumns(most - cleared)
    return cleared < most ? cleared + (await this.#clearKeyRebuilds(most - cleared)) : cleared
  }

  async #clearColumns(most: number): Promise<number> {
    const { connection } = this.#tx
    let cleared = 0
    while (cleared < most) {
      const [column] = await execute<RemovedColumn>(connection, nextRemovedColumn, [])
      if (column === undefined) break
      const { dataTableId, key, afterId } = column
      const values = [dataTableId, key, afterId, most - cleared]
      const [part] = await execute<{ records: number; last: string | null }>(connection, clearCells, values)
      let isDone = (part?.records ?? 0) < most - cleared
      cleared += part?.records ?? 0
      if (isDone) {
        const left = most - cleared
        const deleted = (await execute(connection, clearDeletedCells, [dataTableId, key, left])).length
        isDone = deleted < left
        cleared += deleted
      }
      // Keeps the position in the table if only records in the bin are left, because the part then has no record.
      if (isDone) await execute(connection, forgetColumn, [dataTableId, key])
      else
        await removedColumns.within(this.#tx).patch({ dataTableId, key }, { afterId: part?.last ?? afterId })
    }
    return cleared
  }

  async #clearTables(most: number): Promise<number> {
    let cleared = 0
    while (cleared < most) {
      const [table] = await execute<Pick<TableFields<'removed_tables'>, 'id'>>(
        this.#tx.connection,
        nextRemoved,
        [],
      )
      if (table === undefined) break
      cleared += await this.#clearInTurn(most - cleared, [
        [clearRecords, [table.id]],
        [clearAppends, [table.id]],
        [clearKeys, [table.id], allGenerations],
        [clearChanges, [table.id]],
        [clearEntries, [table.id]],
        [clearIndexedAppends, [table.id]],
        [clearIndexChanges, [table.id]],
      ])
      if (cleared >= most) break
      await removedColumns.within(this.#tx).remove({ dataTableId: table.id })
      await removedTables.within(this.#tx).remove({ id: table.id })
    }
    return cleared
  }

  async #clearKeyRebuilds(most: number): Promise<number> {
    let cleared = 0
    while (cleared < most) {
      const [rebuild] = await execute<AbandonedKeyRebuild>(this.#tx.connection, nextAbandoned, [])
      if (rebuild === undefined) break
      const { id, dataTableId, generation } = rebuild
      cleared += await this.#clearInTurn(most - cleared, [
        [clearKeys, [dataTableId], [generation, generation]],
        [clearStagedKeys, [id]],
      ])
      if (cleared < most) await keyRebuilds.within(this.#tx).remove({ id })
    }
    return cleared
  }

  /**
   * Runs deleting statements one after the other, until `most` rows are deleted. The number of rows that may
   * still be deleted is put between the two lists of a statement's parameters.
   */
  async #clearInTurn(
    most: number,
    statements: readonly (readonly [Statement, readonly unknown[], (readonly unknown[])?])[],
  ): Promise<number> {
    let cleared = 0
    for (const [statement, before, after = []] of statements) {
      if (cleared >= most) break
      const values = [...before, most - cleared, ...after]
      cleared += (await execute(this.#tx.connection, statement, values)).length
    }
    return cleared
  }
}

type MatchColumn = 'match' | 'defaultCountry'

interface OwnKey extends NotNull<Pick<TableFields<'data_tables'>, MatchColumn>, 'match'> {
  readonly id: TableFields<'records'>['id']
  readonly generation: TableFields<'data_tables'>['matchGeneration']
  readonly data: DataRecord
}

/** A record that a change has read: its cells by the names of columns, and as they are stored. */
interface FoundRecord {
  readonly data: DataRecord
  readonly stored: string
  readonly schemaVersion: TableFields<'data_tables'>['schemaVersion']
}

type ChangeOutcome = ChangedCells | NoChange | 'matched'

type RemovedColumn = Pick<TableFields<'removed_columns'>, 'dataTableId' | 'key' | 'afterId'>

type AbandonedKeyRebuild = Pick<TableFields<'key_rebuilds'>, 'id' | 'dataTableId' | 'generation'>
