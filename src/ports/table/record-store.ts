import type { DataRecord } from '../../domain/table/cell.ts'
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

/** Some cells of a record, by the names of columns. */
export interface RecordChange {
  readonly table: DataTable
  readonly recordId: string
  readonly cells: DataRecord
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
  /** `matched` where another record is the same by the match columns then: nothing was changed. */
  change(change: RecordChange): Promise<'changed' | 'unchanged' | 'missing' | 'matched'>
  /** How many of them there were. */
  remove(dataTableId: string, recordIds: readonly string[]): Promise<number>
  /**
   * Clears up to `most` records and keys that are left of removed tables, values of removed columns, and keys that do
   * not hold; says how many.
   */
  clear(most: number): Promise<number>
}
