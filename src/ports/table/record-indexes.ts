/** An index for record look-ups, by one column or by the words of all columns, with its progress. */
export interface RecordIndex {
  /** The indexed column; null for the words of all columns. */
  readonly column: string | null
  readonly ready: boolean
  /** The number of records in the index; `of` is the number of all records in the table. */
  readonly done: number
  readonly of: number
}

export interface IndexStore {
  /** Sets which columns of a table have an index. The table must be locked. */
  choose(dataTableId: string, columns: readonly (string | null)[]): Promise<void>
}

export abstract class RecordIndexes {
  abstract of(dataTableId: string): Promise<readonly RecordIndex[]>
  /**
   * Adds new and changed records to the indexes of tables until none are left, and deletes indexes that are
   * no longer chosen.
   */
  abstract fill(signal: AbortSignal): Promise<void>
}
