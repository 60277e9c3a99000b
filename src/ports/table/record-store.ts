import type { Column, DataTable } from '../../domain/table/data-table.ts'
import type { Receipt } from '../arrival/record-intake.ts'

export interface LedgerEntry {
  readonly importId: string
  readonly table: DataTable
  /** All that the table has from now on; null where it keeps those that it has. */
  readonly columns: readonly Column[] | null
  /** Columns that the file lacks: an update leaves them as they are. */
  readonly missing: readonly string[]
  readonly requestId: string
  readonly at: Date
}

export interface RecordStore {
  /**
   * Enters the staged rows of an import in the table's ledger, which is when they come to be there.
   * In a table with match columns, rows whose keys are known change the records that have them instead.
   * Null when the table's columns have changed since it was read, or the import was given up.
   */
  enter(entry: LedgerEntry): Promise<Receipt | null>
  /** Whether a file is on its way into the table. */
  isImporting(dataTableId: string): Promise<boolean>
  /** False when there is no such record. */
  remove(dataTableId: string, recordId: string): Promise<boolean>
  /**
   * Clears up to `most` records and keys that are left of removed tables, values of removed columns, and keys that do
   * not hold; says how many.
   */
  clear(most: number): Promise<number>
}
