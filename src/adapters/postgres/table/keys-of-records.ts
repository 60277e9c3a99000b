import type pg from 'pg'
import type { DataRecord } from '../../../domain/record-cells.ts'
import { keyReaderFor } from '../../../domain/table/record-key.ts'
import { execute, type Statement } from '../database.ts'
import type { NotNull, TableFields } from '../schema/columns.ts'

/**
 * Gives records known keys that no existing record has, and returns a row for each. An earlier statement must have
 * locked the keys, so that this one sees the records of the transactions for which the earlier one has waited.
 */
export const takeFreeKeys: Statement = {
  name: 'take_free_record_keys',
  text: `
    update record_keys k set record_id = own.id, version = nullif(own.version, '')
      from unnest($3::text[], $4::bigint[], $5::text[]) own(key, id, version)
     where k.data_table_id = $1 and k.generation = $2 and k.key = decode(own.key, 'hex') and k.record_id <> own.id
       and not exists (select from records r where r.data_table_id = k.data_table_id and r.id = k.record_id)
    returning 1`,
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

type MatchColumn = 'match' | 'defaultCountry'

/** A record of a table with match columns, from whose cells its key is computed. */
export interface KeyedRecord extends NotNull<Pick<TableFields<'data_tables'>, MatchColumn>, 'match'> {
  readonly id: TableFields<'records'>['id']
  readonly generation: TableFields<'data_tables'>['matchGeneration']
  readonly data: DataRecord
}

/** Returns records with the match columns of their table; none if the table has no match columns. */
export function keyedRecords(
  connection: pg.Client,
  dataTableId: string,
  recordIds: readonly string[],
): Promise<KeyedRecord[]> {
  return execute<KeyedRecord>(connection, findOwnKeys, [dataTableId, recordIds])
}

/** Returns the key of a record if it has these cells; null if the cells of its match columns are empty. */
export function keyOfRecord({ match, defaultCountry }: KeyedRecord, cells: DataRecord): string | null {
  return keyReaderFor({ columns: match.columns, defaultCountry })(cells)
}

/** Deletes keys of a table, each if it still belongs to the record with the id at the same place of `recordIds`. */
export async function removeKeysOf(
  connection: pg.Client,
  { dataTableId, generation }: { readonly dataTableId: string; readonly generation: number },
  keys: readonly string[],
  recordIds: readonly string[],
): Promise<void> {
  await execute(connection, removeKeys, [dataTableId, generation, keys, recordIds])
}
