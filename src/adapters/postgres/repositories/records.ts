import type { LedgerEntry, RecordBlock, RecordStore, RowBatch } from '../../../ports/unit-of-work.ts'
import { execute, type Statement } from '../database.ts'
import type { Session } from '../rows.ts'

const insert: Statement = {
  name: 'insert_block',
  text: `
    with block as materialized (
      select nextval('record_blocks') as first
    ), inserted as (
      insert into records (data_table_id, id, data)
      select $1, block.first + r.no - 1, r.data
        from block cross join jsonb_array_elements($2::jsonb) with ordinality r(data, no)
    )
    select first from block`,
}

const enterTable: Statement = {
  name: 'enter_blocks_of_table',
  text: `
    update data_tables
       set last_seq = last_seq + $3, appended = appended + $4, columns = coalesce($5, columns),
           schema_version = schema_version + case when $5::jsonb is null then 0 else 1 end,
           revision = revision + case when $5::jsonb is null then 0 else 1 end
     where id = $1 and schema_version = $2
    returning last_seq - $3 as seq`,
}

const enterBlocks: Statement = {
  name: 'enter_blocks',
  text: `
    insert into appends (data_table_id, seq, first_id, count, request_id, created_at)
    select $1, $2::bigint + b.no, b.first_id, b.count, $5, $6
      from unnest($3::bigint[], $4::int[]) with ordinality b(first_id, count, no)`,
}

const remove: Statement = {
  name: 'remove_record',
  text: `
    with removed as (delete from records where data_table_id = $1 and id = $2 returning id)
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

export class RecordRepository implements RecordStore {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  async insert(dataTableId: string, batch: RowBatch): Promise<RecordBlock> {
    const { connection } = this.#session
    const [row] = await execute<{ first: string }>(connection, insert, [dataTableId, jsonOf(batch)])
    return { firstId: Number(row?.first), count: batch.rows.length }
  }

  async enter({ table, columns, blocks, requestId, at }: LedgerEntry): Promise<boolean> {
    const { connection } = this.#session
    const total = blocks.reduce((sum, { count }) => sum + count, 0)
    const json = columns === null ? null : JSON.stringify(columns)
    const values = [table.id, table.schemaVersion, blocks.length, total, json]
    const [entered] = await execute<{ seq: string }>(connection, enterTable, values)
    if (entered === undefined) return false
    const firsts = blocks.map(({ firstId }) => firstId)
    const counts = blocks.map(({ count }) => count)
    await execute(connection, enterBlocks, [table.id, entered.seq, firsts, counts, requestId, at])
    return true
  }

  async remove(dataTableId: string, recordId: string): Promise<boolean> {
    if (!/^\d{1,18}$/.test(recordId)) return false
    return (await execute(this.#session.connection, remove, [dataTableId, recordId])).length > 0
  }

  async clear(most: number): Promise<number> {
    const { connection } = this.#session
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

/** Written piece by piece: an object for every row costs twice as much as its text. */
function jsonOf({ columns, missing, rows }: RowBatch): string {
  const names = columns.map((column) => `${JSON.stringify(column)}:`)
  const absent = missing.map((column) => `${JSON.stringify(column)}:null`)
  const texts = rows.map((row) => {
    const cells = row.map((cell, index) => `${names[index]}${JSON.stringify(cell)}`)
    return `{${[...cells, ...absent].join(',')}}`
  })
  return `[${texts.join(',')}]`
}
