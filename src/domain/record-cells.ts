import { revisionOfContent } from './revision.ts'

/** The values that a cell of a record may have: text, a number, true, false or null (empty). */
export type Cell = string | number | boolean | null

/** A row of a data table: the cells by column name. */
export type DataRecord = Readonly<Record<string, Cell>>

export const maxRecordsPerAppend = 500

/** `DataRecord` with its id and time, as the API returns it. */
export interface RecordView {
  readonly id: string
  readonly data: DataRecord
  readonly createdAt: Date
}

/** Returns the revision of a record: of its cells in the columns of its table. */
export function revisionOfRecord(record: DataRecord, columns: readonly { readonly name: string }[]): number {
  return revisionOfContent(
    cellsIn(
      record,
      columns.map(({ name }) => name),
    ),
  )
}

/** Returns the cells of a record in some columns; a missing cell is null. */
export function cellsIn(record: DataRecord, columns: readonly string[]): DataRecord {
  return Object.fromEntries(columns.map((column) => [column, record[column] ?? null]))
}
