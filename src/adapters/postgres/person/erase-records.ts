import type { ErasedCounts, PersonToErase } from '../../../domain/person/erasure.ts'
import { erasedCells } from '../../../domain/person/person-matcher.ts'
import { recognitionOf } from '../../../domain/person/recognition.ts'
import type { DataRecord } from '../../../domain/record-cells.ts'
import { keyReaderFor } from '../../../domain/table/record-key.ts'
import type { RecordsOfTable } from '../../../ports/person/people.ts'
import { execute, type Statement } from '../database.ts'
import type { OpenTransaction } from '../rows.ts'
import type { TableFields } from '../schema/columns.ts'
import { sqlFunction } from '../sql-function.ts'
import { shareKeys } from '../table/lock-keys.ts'
import { namedCells } from './person-search.ts'

type Connection = OpenTransaction['connection']

const findTable: Statement = {
  name: 'find_table_to_erase_from',
  text: `
    select t.match, t.default_country as "defaultCountry", t.match_generation as generation
      from stored_data_tables t where t.id = $1 and t.organization_id = $2`,
}

const findRecords: Statement = {
  name: 'find_records_to_erase',
  text: `
    select r.id, ${namedCells} as data
      from records r join stored_data_tables t on t.id = r.data_table_id
     where r.data_table_id = $1 and r.id = any($2::bigint[]) order by r.id`,
}

// Returns the cells after transactions for which the statement has waited.
const lockRecords: Statement = {
  name: 'lock_records_to_erase',
  text: `${findRecords.text} for update of r`,
}

/**
 * Locks the rows of keys before the records (docs/contribute/locks.md, ingest); otherwise two transactions could
 * deadlock.
 */
export const lockKeys: Statement = {
  name: 'lock_keys_to_erase',
  text: `
    select 1 from record_keys
     where data_table_id = $1 and generation = $2 and key = any(array(select decode(k, 'hex') from unnest($3::text[]) k))
     order by key for update`,
}

const removeRecords: Statement = {
  name: 'erase_records',
  text: `
    with removed as (
      delete from records where data_table_id = $1 and id = any($2::bigint[]) returning id
    ), noted as (
      insert into erased_records (organization_id, data_table_id, record_id)
      select $3, $1, id from removed on conflict do nothing
    ), changes as (
      delete from record_changes where data_table_id = $1 and record_id in (select id from removed) returning 1
    ), outcomes as (
      delete from goal_outcomes o using stored_spinners s
       where s.data_table_id = $1 and o.spinner_id = s.id and o.record_id in (select id from removed)
    )
    select (select coalesce(array_agg(id), '{}') from removed) as ids, (select count(*)::int from changes) as changes`,
}

/**
 * Deletes record keys that belong to no record, or to a record that was deleted. `lockKeys` must have locked the keys;
 * otherwise a flush that gives a key to a new record could commit unseen.
 */
export const removeKeys: Statement = {
  name: 'erase_record_keys',
  text: `
    delete from record_keys k
     where k.data_table_id = $1 and k.generation = $2
       and k.key = any(array(select decode(x, 'hex') from unnest($3::text[]) x))
       and not exists (select from records r where r.data_table_id = k.data_table_id and r.id = k.record_id)
    returning 1`,
}

const emptyCells: Statement = {
  name: 'empty_cells_of_person',
  text: `
    update records r set data = r.data || coalesce(stored_cells(e.cells, t.column_keys), e.cells)
      from jsonb_to_recordset($2::jsonb) e(id bigint, cells jsonb), stored_data_tables t
     where t.id = $1 and r.data_table_id = $1 and r.id = e.id
    returning 1`,
}

const countRemoved: Statement = {
  name: 'count_erased_records',
  text: 'update stored_data_tables set removed = removed + $2 where id = $1',
}

const forgetIndexed = sqlFunction('remove_from_indexes', 'p_table', 'p_records')

const noteKeyChanges = sqlFunction('note_key_changes', 'p_tables', 'p_records')

interface TableToEraseFrom extends Pick<TableFields<'data_tables'>, 'match' | 'defaultCountry'> {
  readonly generation: TableFields<'data_tables'>['matchGeneration']
}

interface FoundRecord extends Pick<TableFields<'records'>, 'id'> {
  readonly data: DataRecord
}

interface Erased {
  readonly counts: ErasedCounts
  /** The ids of the person's records whose match key was changed meanwhile, so that they have to be erased again. */
  readonly left: readonly string[]
}

/**
 * Erases records of a person in one transaction. The caller passes few enough at a time not to hold up other
 * transactions. Decides by the cells that a record has once it is locked, because it may be changed at the same time.
 */
export async function eraseRecords(
  connection: Connection,
  person: PersonToErase,
  { dataTableId, recordIds }: RecordsOfTable,
): Promise<Erased> {
  await shareKeys(connection, dataTableId)
  const [table] = await execute<TableToEraseFrom>(connection, findTable, [dataTableId, person.organizationId])
  if (table === undefined) return { counts: {}, left: [] }
  const { match, defaultCountry, generation } = table
  const knownBy = recognitionOf(person, defaultCountry)
  const keyOf = match === null ? () => null : keyReaderFor({ columns: match.columns, defaultCountry })
  const judge = (found: readonly FoundRecord[]) =>
    found.map(({ id, data }) => ({ id, key: keyOf(data), cells: erasedCells(match, data, knownBy) }))
  const values = [dataTableId, recordIds]
  const found = judge(await execute<FoundRecord>(connection, findRecords, values))
  const ownKeys = new Set(found.flatMap(({ key, cells }) => (cells === null && key !== null ? [key] : [])))
  if (ownKeys.size > 0) await execute(connection, lockKeys, [dataTableId, generation, [...ownKeys]])
  const judged = judge(await execute<FoundRecord>(connection, lockRecords, values))
  const isLocked = ({ key }: { readonly key: string | null }) => key === null || ownKeys.has(key)
  const own = judged.filter(({ cells }) => cells === null)
  const doomed = own.filter(isLocked).map(({ id }) => id)
  const others = judged.flatMap(({ id, cells }) =>
    cells === null || Object.keys(cells).length === 0 ? [] : [{ id, cells }],
  )
  // Notes the records while they exist, so that a change of match columns deletes the keys that it has computed of them.
  const p_records = [...doomed, ...others.map(({ id }) => id)]
  await execute(connection, ...noteKeyChanges({ p_tables: [dataTableId], p_records }))
  const [gone] = await execute<{ ids: string[]; changes: number }>(connection, removeRecords, [
    dataTableId,
    doomed,
    person.organizationId,
  ])
  const records = gone?.ids.length ?? 0
  const touched = [...(gone?.ids ?? []), ...others.map(({ id }) => id)]
  const removedKeys = await execute(connection, removeKeys, [dataTableId, generation, [...ownKeys]])
  const emptied =
    others.length === 0 ? [] : await execute(connection, emptyCells, [dataTableId, JSON.stringify(others)])
  // Locks the data table's own row late, because all requests with records for the table wait for that lock. The
  // indexes are locked after it (docs/contribute/locks.md, ingest).
  if (records > 0) await execute(connection, countRemoved, [dataTableId, records])
  await execute(connection, ...forgetIndexed({ p_table: dataTableId, p_records: touched }))
  return {
    counts: {
      records,
      recordKeys: removedKeys.length,
      recordChanges: gone?.changes ?? 0,
      cells: emptied.length,
    },
    left: own.filter((one) => !isLocked(one)).map(({ id }) => id),
  }
}
