/** What a cell of a record may hold. */
export type Cell = string | number | boolean | null

/** One row: column name → cell. */
export type DataRecord = Readonly<Record<string, Cell>>

export const mostRecordsPerAppend = 500
