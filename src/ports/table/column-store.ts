/**
 * Changes the columns of a table in all its records. The table must be locked, and the change must not be
 * saved yet. Reads and writes then always use the names that the table has.
 */
export interface ColumnStore {
  /** Adds a column that is empty in every record, even if a column of this name was removed before. */
  add(dataTableId: string, name: string): Promise<void>
  /** Renames a column and keeps its values. Takes the same time with a million records as with none. */
  rename(dataTableId: string, from: string, to: string): Promise<void>
  /** Removes a column. Its values become invisible at once; `RecordStore.clear` deletes them in parts. */
  remove(dataTableId: string, name: string): Promise<void>
}
