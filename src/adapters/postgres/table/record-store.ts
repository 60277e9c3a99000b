import type { DataRecord } from '../../../domain/table/cell.ts'
import type { MatchRule } from '../../../domain/table/match.ts'
import type { Receipt } from '../../../ports/arrival/record-intake.ts'
import type { RecordKeys } from '../../../ports/table/record-keys.ts'
import type { LedgerEntry, RecordStore } from '../../../ports/table/record-store.ts'
import { execute, type Statement } from '../database.ts'
import type { OpenTransaction } from '../rows.ts'
import { enterImport } from './enter-import.ts'

const isImporting: Statement = {
  name: 'is_importing',
  text: 'select 1 from imports where data_table_id = $1 and not abandoned limit 1',
}

// Before the record, as everything that writes to both: the rows of keys come first.
const lockOwnKeys: Statement = {
  name: 'share_keys_of_table',
  text: `
    select t.match, t.default_country as "defaultCountry", t.match_generation as generation,
           case when t.column_keys is null then r.data else named_cells(r.data, t.column_keys) end as data,
           pg_advisory_xact_lock_shared(keys_lock(p_table => t.id))
      from data_tables t join records r on r.data_table_id = t.id and r.id = $2
     where t.id = $1 and t.match is not null`,
}

const removeKey: Statement = {
  name: 'remove_record_key',
  text: `
    delete from record_keys
     where data_table_id = $1 and generation = $2 and key = decode($3, 'hex') and record_id = $4`,
}

// A row that is staged is not there yet.
const remove: Statement = {
  name: 'remove_record',
  text: `
    with removed as (
      delete from records where data_table_id = $1 and id = $2 and not exists (
        select from imports i join import_blocks b on b.import_id = i.id
         where i.data_table_id = $1 and $2 >= b.first_id and $2 < b.first_id + b.count)
      returning id
    ), changes as (
      delete from record_changes where data_table_id = $1 and record_id = $2 and exists (select from removed)
    )
    update data_tables set removed = removed + 1 where id = $1 and exists (select from removed) returning id`,
}

const nextRemovedColumn: Statement = {
  name: 'next_removed_column',
  text: `
    select data_table_id as "dataTableId", key, after_id as "afterId"
      from removed_columns order by removed_at limit 1 for update skip locked`,
}

// Locked in the order of ids, as by those who change records.
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

const noteCleared: Statement = {
  name: 'note_cleared_cells',
  text: 'update removed_columns set after_id = $3 where data_table_id = $1 and key = $2',
}

// Without what was left behind, columns under their own names need no keys, and records are stored as they come again.
const forgetColumn: Statement = {
  name: 'forget_removed_column',
  text: `
    with gone as (
      delete from removed_columns where data_table_id = $1 and key = $2
    )
    update data_tables t set column_keys = null
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

const forgetRemoved: Statement = {
  name: 'forget_removed_table',
  text: 'delete from removed_tables where id = $1',
}

const clearKeys: Statement = {
  name: 'clear_record_keys',
  text: `
    delete from record_keys where data_table_id = $1 and (generation, key) in (
      select generation, key from record_keys
       where data_table_id = $1 and generation >= $3 and generation <= $4 order by generation, key limit $2) returning 1`,
}

const clearChanges: Statement = {
  name: 'clear_record_changes',
  text: `
    delete from record_changes where ctid = any(array(
      select ctid from record_changes where data_table_id = $1 limit $2)) returning 1`,
}

const clearStagedKeys: Statement = {
  name: 'clear_staged_keys',
  text: `
    delete from staged_keys where owner = $1 and no in (
      select no from staged_keys where owner = $1 order by no limit $2) returning 1`,
}

// One that has written nothing for ten minutes is of a process that died: each page of records takes a moment.
const nextAbandoned: Statement = {
  name: 'next_abandoned_keying',
  text: `
    select id, data_table_id as "dataTableId", generation from keyings
     where abandoned or written_at < now() - interval '10 minutes' limit 1 for update skip locked`,
}

const forgetKeying: Statement = { name: 'forget_keying', text: 'delete from keyings where id = $1' }

const allGenerations = [0, 2_147_483_647] as const

export class PostgresRecordStore implements RecordStore {
  readonly #tx: OpenTransaction
  readonly #keys: RecordKeys

  constructor(tx: OpenTransaction, keys: RecordKeys) {
    this.#tx = tx
    this.#keys = keys
  }

  enter(entry: LedgerEntry): Promise<Receipt | null> {
    return enterImport(this.#tx, entry)
  }

  async isImporting(dataTableId: string): Promise<boolean> {
    return (await execute(this.#tx.connection, isImporting, [dataTableId])).length > 0
  }

  async remove(dataTableId: string, recordId: string): Promise<boolean> {
    if (!/^\d{1,18}$/.test(recordId)) return false
    const { connection } = this.#tx
    const [own] = await execute<OwnKey>(connection, lockOwnKeys, [dataTableId, recordId])
    const key =
      own &&
      this.#keys.readerFor({ columns: own.match.columns, defaultCountry: own.defaultCountry })(own.data)
    if (own !== undefined && key != null)
      await execute(connection, removeKey, [dataTableId, own.generation, key, recordId])
    return (await execute(connection, remove, [dataTableId, recordId])).length > 0
  }

  async clear(most: number): Promise<number> {
    let cleared = await this.#clearTables(most)
    if (cleared < most) cleared += await this.#clearColumns(most - cleared)
    return cleared < most ? cleared + (await this.#clearKeyings(most - cleared)) : cleared
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
      const isDone = (part?.records ?? 0) < most - cleared
      cleared += part?.records ?? 0
      if (isDone) await execute(connection, forgetColumn, [dataTableId, key])
      else await execute(connection, noteCleared, [dataTableId, key, part?.last])
    }
    return cleared
  }

  async #clearTables(most: number): Promise<number> {
    let cleared = 0
    while (cleared < most) {
      const [table] = await execute<{ id: string }>(this.#tx.connection, nextRemoved, [])
      if (table === undefined) break
      cleared += await this.#clearInTurn(most - cleared, [
        [clearRecords, [table.id]],
        [clearAppends, [table.id]],
        [clearKeys, [table.id], allGenerations],
        [clearChanges, [table.id]],
      ])
      if (cleared < most) await execute(this.#tx.connection, forgetRemoved, [table.id])
    }
    return cleared
  }

  async #clearKeyings(most: number): Promise<number> {
    let cleared = 0
    while (cleared < most) {
      const [keying] = await execute<AbandonedKeying>(this.#tx.connection, nextAbandoned, [])
      if (keying === undefined) break
      const { id, dataTableId, generation } = keying
      cleared += await this.#clearInTurn(most - cleared, [
        [clearKeys, [dataTableId], [generation, generation]],
        [clearStagedKeys, [id]],
      ])
      if (cleared < most) await execute(this.#tx.connection, forgetKeying, [id])
    }
    return cleared
  }

  /** Each with what is left to clear as its second value. */
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

interface OwnKey extends MatchRule {
  readonly generation: number
  readonly data: DataRecord
}

interface RemovedColumn {
  readonly dataTableId: string
  readonly key: string
  readonly afterId: string
}

interface AbandonedKeying {
  readonly id: string
  readonly dataTableId: string
  readonly generation: number
}
