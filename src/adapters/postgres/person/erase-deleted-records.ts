import type { ErasedCounts, PersonToErase } from '../../../domain/person/erasure.ts'
import { erasedCells } from '../../../domain/person/person-matcher.ts'
import { recognitionOf } from '../../../domain/person/recognition.ts'
import type { DataRecord } from '../../../domain/record-cells.ts'
import { execute, type Statement } from '../database.ts'
import type { OpenTransaction } from '../rows.ts'
import type { TableFields } from '../schema/columns.ts'
import { rowPattern } from './superset-filter.ts'

const recordsAtOnce = 500

// Locks an entry of the bin, so that its records are not restored meanwhile.
const lockEntry: Statement = {
  name: 'lock_bin_entry_to_erase_from',
  text: `
    select b.data_table_id as "dataTableId", t.match, t.default_country as "defaultCountry"
      from bin_entries b join stored_data_tables t on t.id = b.data_table_id
     where b.id = $1 and b.kind = 'records' for update of b`,
}

const find: Statement = {
  name: 'deleted_records_to_erase',
  text: `
    select d.id, case when t.column_keys is null then d.data else named_cells(d.data, t.column_keys) end as data
      from deleted_records d cross join (select column_keys from stored_data_tables where id = $2) t
     where d.bin_entry_id = $1 and d.id > $3 and lower(d.data::text collate "C") like $4
     order by d.id limit ${recordsAtOnce}`,
}

const remove: Statement = {
  name: 'erase_deleted_records',
  text: `
    with removed as (
      delete from deleted_records where bin_entry_id = $1 and id = any($3::bigint[]) returning id
    ), noted as (
      insert into erased_records (organization_id, data_table_id, record_id)
      select $4, $2, id from removed on conflict do nothing
    ), changes as (
      delete from record_changes where data_table_id = $2 and record_id in (select id from removed) returning 1
    ), outcomes as (
      delete from goal_outcomes o using stored_spinners s
       where s.data_table_id = $2 and o.spinner_id = s.id and o.record_id in (select id from removed)
    ), counted as (
      update bin_entries set records = records - (select count(*) from removed) where id = $1 and exists (select from removed)
    )
    select (select count(*)::int from removed) as records, (select count(*)::int from changes) as changes`,
}

const emptyCells: Statement = {
  name: 'empty_cells_of_deleted_records',
  text: `
    update deleted_records d set data = d.data || coalesce(stored_cells(e.cells, t.column_keys), e.cells)
      from jsonb_to_recordset($3::jsonb) e(id bigint, cells jsonb), stored_data_tables t
     where t.id = $2 and d.bin_entry_id = $1 and d.id = e.id
    returning 1`,
}

const forgetEmpty: Statement = {
  name: 'forget_empty_bin_entry',
  text: 'delete from bin_entries where id = $1 and records = 0',
}

interface Entry
  extends Pick<TableFields<'bin_entries'>, 'dataTableId'>,
    Pick<TableFields<'data_tables'>, 'match' | 'defaultCountry'> {}

interface Found extends Pick<TableFields<'deleted_records'>, 'id'> {
  readonly data: DataRecord
}

/**
 * Erases a person from the next records of an entry of the bin after the record `after`, in one transaction.
 * Returns the last record that was examined; null if none are left.
 */
export async function eraseDeletedRecords(
  connection: OpenTransaction['connection'],
  person: PersonToErase,
  entryId: string,
  after: string,
): Promise<{ readonly counts: ErasedCounts; readonly last: string | null }> {
  const [entry] = await execute<Entry>(connection, lockEntry, [entryId])
  if (entry === undefined) return { counts: {}, last: null }
  const { dataTableId, match, defaultCountry } = entry
  const values = [entryId, dataTableId, after, rowPattern(person)]
  const found = await execute<Found>(connection, find, values)
  const knownBy = recognitionOf(person, defaultCountry)
  const judged = found.map(({ id, data }) => ({ id, cells: erasedCells(match, data, knownBy) }))
  const own = judged.filter(({ cells }) => cells === null).map(({ id }) => id)
  const others = judged.filter(({ cells }) => cells !== null && Object.keys(cells).length > 0)
  const [gone] =
    own.length === 0
      ? []
      : await execute<{ records: number; changes: number }>(connection, remove, [
          entryId,
          dataTableId,
          own,
          person.organizationId,
        ])
  const emptied =
    others.length === 0
      ? []
      : await execute(connection, emptyCells, [entryId, dataTableId, JSON.stringify(others)])
  await execute(connection, forgetEmpty, [entryId])
  const counts = { records: gone?.records ?? 0, recordChanges: gone?.changes ?? 0, cells: emptied.length }
  return { counts, last: found.length === recordsAtOnce ? (found.at(-1)?.id ?? null) : null }
}
