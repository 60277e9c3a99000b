/**
 * The values of a table's columns, in its records. For a table that is locked, before it is saved with its columns
 * changed: so what is read and written always goes by the names that the table has.
 */
export interface ColumnStore {
  /** Empty in every record, also where a column of this name was removed before. */
  add(dataTableId: string, name: string): Promise<void>
  /** The values stay with the column. Takes as long with a million records as with none. */
  rename(dataTableId: string, from: string, to: string): Promise<void>
  /** Nobody sees the values any more; `RecordStore.clear` takes them away bit by bit. */
  remove(dataTableId: string, name: string): Promise<void>
}
