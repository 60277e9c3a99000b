import type { DataRecord } from '../../domain/table/cell.ts'
import type { Column, DataTable } from '../../domain/table/data-table.ts'
import type { Receipt } from '../arrival/record-appender.ts'

export interface LedgerEntry {
  readonly importId: string
  readonly table: DataTable
  /** All columns of the table after the import; null if they stay the same. */
  readonly columns: readonly Column[] | null
  /** Columns of the table that the file does not have; an update leaves them unchanged. */
  readonly missing: readonly string[]
  readonly requestId: string
  readonly at: Date
}

/** New values for some cells of a record, by column name. */
export interface RecordChange {
  readonly table: DataTable
  readonly recordId: string
  readonly cells: DataRecord
  readonly requestId: string
  readonly at: Date
}

export interface RecordStore {
  /**
   * Enters the staged rows of an import in the table's ledger, which makes them visible. In a table with
   * match columns, rows with known keys change the existing records instead. Returns null if the table's
   * columns have changed since it was read, or if the import was given up.
   */
  enter(entry: LedgerEntry): Promise<Receipt | null>
  /** Returns whether an import into the table is in progress. */
  isImporting(dataTableId: string): Promise<boolean>
  /**
   * Changes cells of a record. Returns `matched` and changes nothing if another record would then have the
   * same match values.
   */
  change(change: RecordChange): Promise<'changed' | 'unchanged' | 'missing' | 'matched'>
  /** Deletes records of a table and returns how many of them existed. */
  remove(dataTableId: string, recordIds: readonly string[]): Promise<number>
  /**
   * Deletes up to `most` records and keys of removed tables, values of removed columns, and outdated keys.
   * Returns the number of deleted entries.
   */
  clear(most: number): Promise<number>
}
