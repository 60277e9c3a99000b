import type { DataTable, IngestToken } from '../../../domain/table/data-table.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { DataTableStore, PersonRules } from '../../../ports/table/data-tables.ts'
import { execute, type Statement } from '../database.ts'
import { entity, type OpenTransaction } from '../rows.ts'

export const dataTables = entity(
  'data_tables',
  'id',
  'organizationId',
  'projectId',
  'name',
  'columns',
  'missingColumns',
  'autoMap',
  'signature',
  'onBadSignature',
  'match',
  'defaultCountry',
  'schemaVersion',
  'revision',
  'ingestTokenDigest',
  'ingestTokenCiphertext',
  'previousTokenDigest',
  'previousTokenUntil',
  'intake',
  'duplicateWindowSeconds',
  'createdAt',
)

/** The tokens of data tables, also of tables in the bin. */
const tokens = entity('stored_data_tables', 'id', 'organizationId', 'name')

/** The rules by which people are recognized in the records of data tables, also of tables in the bin. */
const personRules = entity('stored_data_tables', 'id', 'organizationId', 'match', 'defaultCountry')

const remove: Statement = {
  name: 'remove_data_table',
  text: `
    with removed as (delete from stored_data_tables where id = $1 returning id),
         kept as (delete from arrivals where data_table_id = $1),
         indexes as (delete from record_indexes where data_table_id = $1),
         fills as (delete from index_progress where data_table_id = $1),
         views as (delete from views where data_table_id = $1)
    insert into removed_tables (id, removed_at) select id, $2::timestamptz from removed`,
}

// Stores the token of a table in a statement of its own. An update that names a column of a unique key locks the row as a
// deletion does; requests to the table could then not be held until the commit, and would be answered with 503.
const saveToken: Statement = {
  name: 'save_ingest_token',
  text: 'update data_tables set ingest_token_digest = $2 where id = $1 and ingest_token_digest <> $2',
}

// Reads the key of each column of a table by its name. Most tables have no keys of their own; then each name
// is its key.
const presentKeys = `
  select t.id, t.schema_version,
         coalesce(t.column_keys, (
           select jsonb_object_agg(c ->> 'name', c ->> 'name') from jsonb_array_elements(t.columns) c), '{}') as keys
    from data_tables t where t.id = $1`

// Stores the column keys of a table. Stores null if each key is its column's name, unless a removed column
// has left values behind.
const saveKeys = `
  update data_tables t
     set column_keys = case
           when exists (select from removed_columns where data_table_id = $1)
             or exists (select from jsonb_each_text(c.keys) k where k.key <> k.value) then c.keys end
    from changed c where t.id = c.id`

const addColumns: Statement = {
  name: 'add_columns',
  text: `
    with present as (${presentKeys}), changed as (
      select p.id, keys_with_columns(
               p_keys => p.keys, p_table => p.id, p_version => p.schema_version, p_names => $2::text[]) as keys
        from present p
    )
    ${saveKeys}`,
}

const renameColumn: Statement = {
  name: 'rename_column',
  text: `
    with present as (${presentKeys}), changed as (
      select p.id, (p.keys - $2::text) || jsonb_build_object($3::text, p.keys -> $2) as keys from present p
    )
    ${saveKeys}`,
}

const leaveCells: Statement = {
  name: 'leave_cells_of_column',
  text: `
    with present as (${presentKeys})
    insert into removed_columns (data_table_id, key, removed_at) select p.id, p.keys ->> $2::text, $3::timestamptz from present p`,
}

const removeColumn: Statement = {
  name: 'remove_column',
  text: `
    with present as (${presentKeys}), changed as (select p.id, p.keys - $2::text as keys from present p)
    ${saveKeys}`,
}

const giveUpIndex: Statement = {
  name: 'give_up_index_of_column',
  text: `
    with present as (${presentKeys}), gone as (
      delete from record_indexes i using present p where i.data_table_id = $1 and i.key = p.keys ->> $2::text
      returning i.index_number
    )
    insert into index_progress as f (data_table_id, index_number, dropped) select $1, index_number, true from gone
    on conflict (data_table_id, index_number) do update set dropped = true`,
}

export class PostgresDataTableStore implements DataTableStore {
  readonly #tx: OpenTransaction
  readonly #clock: Clock

  constructor(tx: OpenTransaction, clock: Clock) {
    this.#tx = tx
    this.#clock = clock
  }

  add(table: DataTable): Promise<void> {
    return dataTables.within(this.#tx).add(table)
  }

  find(organizationId: string, id: string): Promise<DataTable | null> {
    return dataTables.within(this.#tx).find({ organizationId, id })
  }

  lock(organizationId: string, id: string): Promise<DataTable | null> {
    return dataTables.within(this.#tx).lock({ organizationId, id })
  }

  async personRulesOf(organizationId: string, id: string): Promise<PersonRules | null> {
    const row = await personRules.within(this.#tx).find({ organizationId, id })
    return row && { match: row.match, defaultCountry: row.defaultCountry }
  }

  async save({ id, ingestTokenDigest, ...table }: DataTable): Promise<void> {
    await dataTables.within(this.#tx).patch({ id }, table)
    await execute(this.#tx.connection, saveToken, [id, ingestTokenDigest])
  }

  async replaceTokens(
    organizationId: string,
    newToken: (dataTableId: string) => IngestToken,
  ): Promise<readonly Pick<DataTable, 'id' | 'name'>[]> {
    const rows = tokens.within(this.#tx)
    const replaced = await rows.lockAll({ organizationId }, 'id')
    for (const { id } of replaced) {
      const { digest: ingestTokenDigest, ciphertext: ingestTokenCiphertext } = newToken(id)
      const ended = { previousTokenDigest: null, previousTokenUntil: null }
      await rows.patch({ id }, { ingestTokenDigest, ingestTokenCiphertext, ...ended })
    }
    return replaced
  }

  async remove(id: string): Promise<void> {
    await execute(this.#tx.connection, remove, [id, this.#clock.now()])
  }

  countOf(organizationId: string): Promise<number> {
    return dataTables.within(this.#tx).count({ organizationId })
  }

  async anyIn(projectId: string): Promise<boolean> {
    return (await dataTables.within(this.#tx).count({ projectId })) > 0
  }

  async addColumns(dataTableId: string, names: readonly string[]): Promise<void> {
    await execute(this.#tx.connection, addColumns, [dataTableId, names])
  }

  async renameColumn(dataTableId: string, from: string, to: string): Promise<void> {
    await execute(this.#tx.connection, renameColumn, [dataTableId, from, to])
  }

  async removeColumn(dataTableId: string, name: string): Promise<void> {
    await execute(this.#tx.connection, giveUpIndex, [dataTableId, name])
    await execute(this.#tx.connection, leaveCells, [dataTableId, name, this.#clock.now()])
    await execute(this.#tx.connection, removeColumn, [dataTableId, name])
  }
}
