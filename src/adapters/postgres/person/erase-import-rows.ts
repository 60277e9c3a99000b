import type { PersonToErase } from '../../../domain/person/erasure.ts'
import { erasedCells } from '../../../domain/person/person-matcher.ts'
import { recognitionOf } from '../../../domain/person/recognition.ts'
import type { DataRecord } from '../../../domain/record-cells.ts'
import { execute, type Statement } from '../database.ts'
import type { OpenTransaction } from '../rows.ts'
import type { TableFields } from '../schema/columns.ts'
import { namedCells } from './person-search.ts'
import { rowPattern } from './superset-filter.ts'

// Locks an import in progress to erase a person from its rows. If the import is just being added to the
// table, waits for its end; its rows are then records, and the import is gone.
const lockImport: Statement = {
  name: 'lock_import_to_erase_from',
  text: `
    select i.data_table_id as "dataTableId", t.match, t.default_country as "defaultCountry"
      from imports i join stored_data_tables t on t.id = i.data_table_id
     where i.id = $1 for no key update of i`,
}

// Locks blocks of an import before their rows, in the order in which the deletion of abandoned imports does.
const endOfPart: Statement = {
  name: 'blocks_to_erase_from',
  text: `
    select max(no) as last from (
      select no from import_blocks where import_id = $1 and no > $2 order by no limit 20 for no key update) b`,
}

const findRows: Statement = {
  name: 'import_rows_to_erase',
  text: `
    select b.no, r.id, r.id - b.first_id as place, ${namedCells} as data
      from import_blocks b cross join (
              select coalesce(i.column_keys, d.column_keys) as column_keys
                from stored_data_tables d join imports i on i.id = $1 where d.id = $4) t
      cross join lateral (
        select x.id, x.data from records x
         where x.data_table_id = $4 and x.id >= b.first_id and x.id < b.first_id + b.count
           and lower(x.data::text collate "C") like $5 offset 0) r
     where b.import_id = $1 and b.no > $2 and b.no <= $3`,
}

// Deletes one staged row of an import. The row's block keeps all of its record ids, and counts how many of
// its rows were deleted.
const removeRow: Statement = {
  name: 'erase_import_row',
  text: `
    with row as (
      delete from records where data_table_id = $2 and id = $3 returning 1
    ), key as (
      delete from staged_keys where owner = $1 and no = $4::bigint * 512 + $5
    )
    update import_blocks b set erased = b.erased + 1 where b.import_id = $1 and b.no = $4 and exists (select from row)`,
}

const emptyCells: Statement = {
  name: 'empty_cells_of_import_row',
  text: `
    update records r
       set data = r.data || coalesce(stored_cells($3::jsonb, coalesce(i.column_keys, t.column_keys)), $3::jsonb)
      from stored_data_tables t join imports i on i.id = $4 where t.id = $1 and r.data_table_id = $1 and r.id = $2`,
}

interface StagedRow extends Pick<TableFields<'import_blocks'>, 'no'>, Pick<TableFields<'records'>, 'id'> {
  readonly place: string
  readonly data: DataRecord
}

interface ImportToEraseFrom
  extends Pick<TableFields<'imports'>, 'dataTableId'>,
    Pick<TableFields<'data_tables'>, 'match' | 'defaultCountry'> {}

/**
 * Erases a person from the next blocks of an import after block `after`, in one transaction. Returns the last
 * block that was searched; null if none are left.
 */
export async function eraseImportRows(
  connection: OpenTransaction['connection'],
  person: PersonToErase,
  importId: string,
  after: number,
): Promise<{ readonly erased: number; readonly last: number | null }> {
  const [held] = await execute<ImportToEraseFrom>(connection, lockImport, [importId])
  const [part] = await execute<{ last: number | null }>(connection, endOfPart, [importId, after])
  const last = part?.last ?? null
  if (held === undefined || last === null) return { erased: 0, last: null }
  const { dataTableId } = held
  const knownBy = recognitionOf(person, held.defaultCountry)
  const rows = await execute<StagedRow>(connection, findRows, [
    importId,
    after,
    last,
    dataTableId,
    rowPattern(person),
  ])
  let erased = 0
  for (const { no, id, place, data } of rows) {
    const cells = erasedCells(held.match, data, knownBy)
    if (cells !== null && Object.keys(cells).length === 0) continue
    erased++
    if (cells === null) await execute(connection, removeRow, [importId, dataTableId, id, no, place])
    else await execute(connection, emptyCells, [dataTableId, id, JSON.stringify(cells), importId])
  }
  return { erased, last }
}
