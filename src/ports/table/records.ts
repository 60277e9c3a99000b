import { DomainError } from '../../domain/errors.ts'
import type { Page, PageOf } from '../../domain/page.ts'
import type { DataRecord, RecordView } from '../../domain/table/cell.ts'
import type { Column, DataTable } from '../../domain/table/data-table.ts'
import type { RecordOrder } from '../../domain/table/record-order.ts'
import type { Receipt } from '../arrival/record-appender.ts'

export abstract class RecordQueries {
  /**
   * Returns a page of a table's records. The caller must have checked that it may read the table. Records
   * that arrive later do not shift the pages.
   */
  abstract list(dataTableId: string, order: RecordOrder, page: Page): Promise<PageOf<RecordView>>
  /** Returns the given records that exist, in the order of their ids. */
  abstract some(dataTableId: string, ids: readonly string[]): Promise<readonly RecordView[]>
  /** Returns the given match keys that belong to records of the table, by its present match columns. */
  abstract known(dataTableId: string, keys: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Yields all records of a table that arrived before the first chunk is read, in order of arrival, in
   * chunks. Throws CONFLICT if the table has another schema version by then, because a column may have been
   * renamed.
   */
  abstract all(table: Pick<DataTable, 'id' | 'schemaVersion'>): AsyncIterable<readonly DataRecord[]>
}

export function changedWhileRead(): DomainError {
  return new DomainError('CONFLICT', {
    message: 'The table was changed while it was being read; send the request again',
  })
}

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
