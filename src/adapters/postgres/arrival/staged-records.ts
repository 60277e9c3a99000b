import { importGivenUp, type RowBatch, StagedRecords } from '../../../ports/arrival/staged-records.ts'
import type { Database, Statement } from '../database.ts'

const begin: Statement = {
  name: 'begin_import',
  text: 'insert into imports (id, data_table_id) values ($1, $2)',
}

// Not waited for to be on disk: the commit that enters the rows is, and the log is written in order.
const write: Statement = {
  name: 'write_import_block',
  text: `
    with hurried as materialized (
      select set_config('synchronous_commit', 'off', true)
    ), block as materialized (
      select data_table_id, nextval('record_blocks') as first
        from imports cross join hurried where id = $1 and not abandoned
    ), inserted as (
      insert into records (data_table_id, id, data)
      select block.data_table_id, block.first + r.no - 1, r.data
        from block cross join jsonb_array_elements($4::jsonb) with ordinality r(data, no)
    )
    insert into import_blocks (import_id, no, first_id, count)
    select $1, $2, first, $3 from block returning no`,
}

const abandon: Statement = {
  name: 'abandon_import',
  text: 'update imports set abandoned = true where id = $1',
}

const clear: Statement = {
  name: 'clear_import_blocks',
  text: `
    with blocks as (
      select b.no, i.data_table_id, b.first_id, b.count
        from imports i join import_blocks b on b.import_id = i.id
       where i.id = $1 order by b.no limit 20 for update of b skip locked
    ), cleared as (
      delete from records r using blocks b
       where r.data_table_id = b.data_table_id and r.id >= b.first_id and r.id < b.first_id + b.count
    )
    delete from import_blocks d using blocks b where d.import_id = $1 and d.no = b.no returning d.count`,
}

const end: Statement = {
  name: 'end_discarded_import',
  text: 'delete from imports where id = $1 and not exists (select from import_blocks where import_id = $1)',
}

// A connection that is silent for a minute is cut off, so an import that has written nothing for ten is dead.
const abandoned: Statement = {
  name: 'abandoned_imports',
  text: `
    select i.id from imports i
     where i.abandoned
        or greatest(i.begun_at, (select max(written_at) from import_blocks where import_id = i.id))
           < now() - interval '10 minutes'
     order by i.begun_at limit 100`,
}

export class PostgresStagedRecords extends StagedRecords {
  readonly #database: Database
  readonly #clearing = new Set<Promise<number>>()

  constructor(database: Database) {
    super()
    this.#database = database
    database.onSettle(async () => {
      await Promise.allSettled(this.#clearing)
    })
  }

  override async begin(importId: string, dataTableId: string): Promise<void> {
    await this.#database.write(begin, [importId, dataTableId])
  }

  override async write(importId: string, no: number, batch: RowBatch): Promise<void> {
    const values = [importId, no, batch.rows.length, jsonOf(batch)]
    const written = await this.#database.write(write, values)
    if (written.length === 0) throw importGivenUp()
  }

  override async discard(importId: string): Promise<void> {
    await this.#database.write(abandon, [importId])
    // Not waited for: a fault on the last of a million lines is told at once.
    void this.#clearSoon(importId)
  }

  async #clearSoon(importId: string): Promise<void> {
    const clearing = this.#clear(importId)
    this.#clearing.add(clearing)
    // What cannot be cleared now, because the database is gone, is cleared with the abandoned ones.
    await clearing.catch(() => 0)
    this.#clearing.delete(clearing)
  }

  override async discardAbandoned(signal: AbortSignal): Promise<number> {
    let cleared = 0
    for (const { id } of await this.#database.write<{ id: string }>(abandoned, [])) {
      if (signal.aborted) break
      await this.#database.write(abandon, [id])
      cleared += await this.#clear(id)
    }
    return cleared
  }

  async #clear(importId: string): Promise<number> {
    let cleared = 0
    for (;;) {
      const blocks = await this.#database.write<{ count: number }>(clear, [importId])
      if (blocks.length === 0) break
      for (const { count } of blocks) cleared += count
    }
    await this.#database.write(end, [importId])
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
