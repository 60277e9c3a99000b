/** What a cell of a record may hold. */
export type Cell = string | number | boolean | null

/** One row: column name → cell. */
export type DataRecord = Readonly<Record<string, Cell>>

export const mostRecordsPerAppend = 500

/** A record as it is looked at. */
export interface RecordView {
  readonly id: string
  readonly data: DataRecord
  readonly createdAt: Date
}
