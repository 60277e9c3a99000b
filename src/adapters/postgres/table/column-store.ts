import type { Clock } from '../../../ports/clock.ts'
import type { ColumnStore } from '../../../ports/table/column-store.ts'
import { execute, type Statement } from '../database.ts'
import type { OpenTransaction } from '../rows.ts'

// Reads the key of each column of a table by its name. Most tables have no keys of their own; then each name
// is its key.
const present = `
  select t.id, t.schema_version,
         coalesce(t.column_keys, (
           select jsonb_object_agg(c ->> 'name', c ->> 'name') from jsonb_array_elements(t.columns) c), '{}') as keys
    from data_tables t where t.id = $1`

// Stores the column keys of a table. Stores null if each key is its column's name, unless a removed column
// has left values behind.
const save = `
  update data_tables t
     set column_keys = case
           when exists (select from removed_columns where data_table_id = $1)
             or exists (select from jsonb_each_text(c.keys) k where k.key <> k.value) then c.keys end
    from changed c where t.id = c.id`

// Adds a column. Its key is its name, unless records still store values under that name. Then the key is a
// blank and the schema version: names never begin with a blank, and the version goes up with every added
// column.
const add: Statement = {
  name: 'add_column',
  text: `
    with present as (${present}), changed as (
      select p.id, p.keys || jsonb_build_object($2::text, case
               when exists (select from removed_columns where data_table_id = $1 and key = $2)
                 or exists (select from jsonb_each_text(p.keys) k where k.value = $2) then ' ' || p.schema_version
               else $2 end) as keys
        from present p
    )
    ${save}`,
}

const rename: Statement = {
  name: 'rename_column',
  text: `
    with present as (${present}), changed as (
      select p.id, (p.keys - $2::text) || jsonb_build_object($3::text, p.keys -> $2) as keys from present p
    )
    ${save}`,
}

const leave: Statement = {
  name: 'leave_cells_of_column',
  text: `
    with present as (${present})
    insert into removed_columns (data_table_id, key, removed_at) select p.id, p.keys ->> $2::text, $3::timestamptz from present p`,
}

const remove: Statement = {
  name: 'remove_column',
  text: `
    with present as (${present}), changed as (select p.id, p.keys - $2::text as keys from present p)
    ${save}`,
}

const giveUpIndex: Statement = {
  name: 'give_up_index_of_column',
  text: `
    with present as (${present}), gone as (
      delete from record_indexes i using present p where i.data_table_id = $1 and i.key = p.keys ->> $2::text
      returning i.no
    )
    insert into index_fills as f (data_table_id, no, dropped) select $1, no, true from gone
    on conflict (data_table_id, no) do update set dropped = true`,
}

export class PostgresColumnStore implements ColumnStore {
  readonly #tx: OpenTransaction
  readonly #clock: Clock

  constructor(tx: OpenTransaction, clock: Clock) {
    this.#tx = tx
    this.#clock = clock
  }

  async add(dataTableId: string, name: string): Promise<void> {
    await execute(this.#tx.connection, add, [dataTableId, name])
  }

  async rename(dataTableId: string, from: string, to: string): Promise<void> {
    await execute(this.#tx.connection, rename, [dataTableId, from, to])
  }

  async remove(dataTableId: string, name: string): Promise<void> {
    await execute(this.#tx.connection, giveUpIndex, [dataTableId, name])
    await execute(this.#tx.connection, leave, [dataTableId, name, this.#clock.now()])
    await execute(this.#tx.connection, remove, [dataTableId, name])
  }
}
