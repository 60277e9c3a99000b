import type { Column, DataTable } from '../../domain/table/data-table.ts'

export interface LedgerEntry {
  readonly importId: string
  readonly table: DataTable
  /** Given to a table that has none yet. */
  readonly columns: readonly Column[] | null
  readonly requestId: string
  readonly at: Date
}

export interface RecordStore {
  /**
   * Enters the staged rows of an import in the table's ledger, which is when they come to be there.
   * False when the table's columns have changed since it was read, or the import was given up.
   */
  enter(entry: LedgerEntry): Promise<boolean>
  /** False when there is no such record. */
  remove(dataTableId: string, recordId: string): Promise<boolean>
  /** Clears up to `most` records of removed tables; says how many. */
  clear(most: number): Promise<number>
}
