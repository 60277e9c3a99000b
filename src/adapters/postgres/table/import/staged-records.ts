import {
  abandonedImportError,
  type RowBatch,
  type RowKey,
  type StagingOptions,
} from '../../../../ports/table/records.ts'
import { outsideRequest } from '../../../system/request-writes.ts'
import type { Statement } from '../../database.ts'
import type { Executor } from '../../rows.ts'
import type { RowOf } from '../../schema/columns.ts'

// Begins an import of a file. If the data table has column keys, the columns that the file adds get theirs as in
// `DataTableStore.addColumns`.
const begin: Statement = {
  name: 'begin_import_of_columns',
  text: `
    insert into imports (id, data_table_id, has_match_keys, uses_column_keys, column_keys)
    select $1, $2::uuid, $3, true, (
             select keys_with_columns(
                      p_keys => t.column_keys, p_table => t.id, p_version => t.schema_version, p_names => $4::text[])
               from data_tables t where t.id = $2::uuid and cardinality($4::text[]) > 0)`,
}

// Writes a block of an import's rows without waiting for the disk. Reads the column keys of a table in the bin too,
// because the table may be restored before the import ends. The later commit that adds the rows to the
// table waits for it, because PostgreSQL writes its log in order.
const writeWith = (name: string, keys = ''): Statement => ({
  name,
  text: `
    with hurried as materialized (
      select set_config('synchronous_commit', 'off', true)
    ), block as materialized (
      select i.data_table_id, coalesce(i.column_keys, t.column_keys) as column_keys, nextval('record_blocks') as first
        from hurried cross join imports i left join stored_data_tables t on t.id = i.data_table_id
       where i.id = $1 and not i.abandoned
    ), inserted as (
      insert into records (data_table_id, id, data)
      select block.data_table_id, block.first + r.no - 1,
             case when block.column_keys is null then r.data else stored_cells(r.data, block.column_keys) end
        from block cross join jsonb_array_elements($4::jsonb) with ordinality r(data, no)
    )${keys}
    insert into import_blocks (import_id, no, first_id, count)
    select $1, $2, first, $3 from block returning no`,
})

const write = writeWith('write_import_block')

/**
 * Writes a block of an import with the record keys of its rows. Rows are numbered by their place in the file.
 */
const writeKeyed = writeWith(
  'write_keyed_import_block',
  `, keys as (
      insert into staged_keys (owner, no, key, record_id, version)
      select $1, $2::bigint * 512 + r.no - 1, decode(r.key, 'hex'), block.first + r.no - 1, r.version
        from block cross join unnest($5::text[], $6::text[]) with ordinality r(key, version, no)
       where r.key is not null
    )`,
)

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
    ), keys as (
      delete from staged_keys k using blocks b
       where k.owner = $1 and k.no >= b.no::bigint * 512 and k.no < b.no::bigint * 512 + b.count
    )
    delete from import_blocks d using blocks b where d.import_id = $1 and d.no = b.no returning d.count`,
}

const end: Statement = {
  name: 'end_discarded_import',
  text: 'delete from imports where id = $1 and not exists (select from import_blocks where import_id = $1)',
}

// Finds imports whose process has died: they have written nothing for ten minutes, and a client's connection
// that is silent for a minute is closed.
const abandoned: Statement = {
  name: 'abandoned_imports',
  text: `
    select i.id from imports i
     where i.abandoned
        or greatest(i.begun_at, (select max(written_at) from import_blocks where import_id = i.id))
           < now() - interval '10 minutes'
     order by i.begun_at limit 100`,
}

export async function beginImport(
  executor: Executor,
  importId: string,
  dataTableId: string,
  { keyed, created }: StagingOptions,
): Promise<void> {
  await stage(executor, begin, [importId, dataTableId, keyed, created])
}

export async function stageRows(
  executor: Executor,
  importId: string,
  no: number,
  batch: RowBatch,
): Promise<void> {
  const values = [importId, no, batch.rows.length, jsonOf(batch)]
  const written = await (batch.keys === null
    ? stage(executor, write, values)
    : stage(executor, writeKeyed, [...values, ...columnsOf(batch.keys)]))
  if (written.length === 0) throw abandonedImportError()
}

export async function abandonImport(executor: Executor, importId: string): Promise<void> {
  await stage(executor, abandon, [importId])
}

/**
 * Runs a statement that changes staged rows of an import. If it fails, nothing has changed for the client,
 * because staged rows are not visible in the table.
 */
function stage(executor: Executor, statement: Statement, values: readonly unknown[]): Promise<object[]> {
  return outsideRequest(() => executor.write(statement, values))
}

/** Deletes the staged rows of imports whose process died, and returns their number. */
export async function clearAbandonedImports(executor: Executor, signal: AbortSignal): Promise<number> {
  let cleared = 0
  for (const { id } of await executor.write<Pick<RowOf<'imports'>, 'id'>>(abandoned, [])) {
    if (signal.aborted) break
    await executor.write(abandon, [id])
    cleared += await clearImport(executor, id)
  }
  return cleared
}

/** Deletes the staged rows of an abandoned import, and returns their number. */
export async function clearImport(executor: Executor, importId: string): Promise<number> {
  let cleared = 0
  for (;;) {
    const blocks = await executor.write<Pick<RowOf<'import_blocks'>, 'count'>>(clear, [importId])
    if (blocks.length === 0) break
    for (const { count } of blocks) cleared += count
  }
  await executor.write(end, [importId])
  return cleared
}

function columnsOf(keys: readonly (RowKey | null)[]): readonly (readonly (string | null)[])[] {
  const versions = keys.map((key) => (key === null || key.version === '' ? null : key.version))
  return [keys.map((key) => key?.key ?? null), versions]
}

/**
 * Returns the rows of an import as JSON text. Copies a record whose fields exist already, because an assignment
 * would not create a field for a column that is named "__proto__".
 */
function jsonOf({ columns, missing, rows }: RowBatch): string {
  const blank: Readonly<Record<string, string | null>> = Object.fromEntries(
    [...columns, ...missing].map((column) => [column, null]),
  )
  const records = rows.map((row) => {
    const record = { ...blank }
    for (let place = 0; place < columns.length; place++)
      record[columns[place] as string] = row[place] as string
    return record
  })
  return JSON.stringify(records)
}
