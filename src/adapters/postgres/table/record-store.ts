import type { LedgerEntry, RecordStore } from '../../../ports/table/record-store.ts'
import { execute, type Statement } from '../database.ts'
import type { OpenTransaction } from '../rows.ts'

const lockImport: Statement = {
  name: 'lock_import',
  text: 'select id from imports where id = $1 and not abandoned for update',
}

const enterTable: Statement = {
  name: 'enter_blocks_of_table',
  text: `
    update data_tables t
       set last_seq = t.last_seq + b.blocks, appended = t.appended + b.records, columns = coalesce($4, t.columns),
           schema_version = t.schema_version + case when $4::jsonb is null then 0 else 1 end,
           revision = t.revision + case when $4::jsonb is null then 0 else 1 end
      from (select count(*) as blocks, coalesce(sum(count), 0) as records from import_blocks where import_id = $3) b
     where t.id = $1 and t.schema_version = $2
    returning t.last_seq - b.blocks as seq`,
}

const enterBlocks: Statement = {
  name: 'enter_blocks',
  text: `
    insert into appends (data_table_id, seq, first_id, count, request_id, created_at)
    select $1, $2::bigint + row_number() over (order by no), first_id, count, $4, $5
      from import_blocks where import_id = $3`,
}

const endImport: Statement = {
  name: 'end_import',
  text: `
    with entered as (delete from import_blocks where import_id = $1)
    delete from imports where id = $1`,
}

// A row that is staged is not there yet.
const remove: Statement = {
  name: 'remove_record',
  text: `
    with removed as (
      delete from records where data_table_id = $1 and id = $2 and not exists (
        select from imports i join import_blocks b on b.import_id = i.id
         where i.data_table_id = $1 and $2 >= b.first_id and $2 < b.first_id + b.count)
      returning id)
    update data_tables set removed = removed + 1 where id = $1 and exists (select from removed) returning id`,
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

export class PostgresRecordStore implements RecordStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async enter({ importId, table, columns, requestId, at }: LedgerEntry): Promise<boolean> {
    const { connection } = this.#tx
    if ((await execute(connection, lockImport, [importId])).length === 0) return false
    const json = columns === null ? null : JSON.stringify(columns)
    const values = [table.id, table.schemaVersion, importId, json]
    const [entered] = await execute<{ seq: string }>(connection, enterTable, values)
    if (entered === undefined) return false
    await Promise.all([
      execute(connection, enterBlocks, [table.id, entered.seq, importId, requestId, at]),
      execute(connection, endImport, [importId]),
    ])
    return true
  }

  async remove(dataTableId: string, recordId: string): Promise<boolean> {
    if (!/^\d{1,18}$/.test(recordId)) return false
    return (await execute(this.#tx.connection, remove, [dataTableId, recordId])).length > 0
  }

  async clear(most: number): Promise<number> {
    const { connection } = this.#tx
    let cleared = 0
    while (cleared < most) {
      const [table] = await execute<{ id: string }>(connection, nextRemoved, [])
      if (table === undefined) break
      const records = await execute(connection, clearRecords, [table.id, most - cleared])
      const left = most - cleared - records.length
      const appends = left > 0 ? await execute(connection, clearAppends, [table.id, left]) : []
      cleared += records.length + appends.length
      if (cleared < most) await execute(connection, forgetRemoved, [table.id])
    }
    return cleared
  }
}
