import type { DataRecord } from '../../../../domain/record-cells.ts'
import { execute, type Statement } from '../../database.ts'
import type { OpenTransaction } from '../../rows.ts'
import type { TableFields } from '../../schema/columns.ts'

/** One look at records of a data table in a transaction. */
export interface RecordLook {
  readonly transaction: OpenTransaction
  readonly connection: OpenTransaction['connection']
  readonly dataTableId: string
  readonly now: Date
}

export interface LocatedRecord {
  readonly id: string
  /** The cells; null if the record does not exist. */
  readonly data: DataRecord | null
}

export type RecordIdRow = Pick<TableFields<'records'>, 'id'>

/** The number of records that one transaction reads. A publication of a spinner waits for its commit. */
export const recordsAtOnce = 1_000

const records: Statement = {
  name: 'records_of_look',
  text: `
    select r.id, case when t.column_keys is null then r.data else named_cells(r.data, t.column_keys) end as data
      from data_tables t join records r on r.data_table_id = t.id
     where t.id = $1 and r.id = any($2::bigint[])`,
}

/** Reads records by their ids. */
export async function locateRecords(
  { connection, dataTableId }: RecordLook,
  rows: readonly RecordIdRow[],
): Promise<readonly LocatedRecord[]> {
  const ids = [...new Set(rows.map(({ id }) => id))]
  const stored = await execute<LocatedRecord & Record<string, unknown>>(connection, records, [
    dataTableId,
    ids,
  ])
  const cells = new Map(stored.map(({ id, data }) => [id, data]))
  return ids.map((id) => ({ id, data: cells.get(id) ?? null }))
}
