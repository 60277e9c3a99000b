import type { FileNote, FileRow } from '../../domain/arrival/import/row-fault.ts'
import { DomainError } from '../../domain/errors.ts'

/**
 * Reads the rows of a file while it is uploaded. A fault of the file as a whole is thrown as
 * VALIDATION_FAILED.
 */
export interface RowSource {
  header(): Promise<readonly string[]>
  /**
   * Remarks about the interpretation of the file, such as about hidden sheets, available once the header is
   * read.
   */
  readonly notes?: readonly FileNote[]
  /**
   * Yields the rows after the header; every row without a fault has as many cells as the header. A faulty row
   * is thrown as VALIDATION_FAILED, unless the opener of the file asked to receive faults.
   */
  chunks(): AsyncIterable<readonly FileRow[]>
  /** Closes the file, whether it was read or not. */
  close(): Promise<void>
}

/** Rows of an imported file; the cells are in the order of `columns`. */
export interface RowBatch {
  readonly columns: readonly string[]
  /** Columns of the table that the imported file does not have. */
  readonly missing: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** The match key of each row in a table with match columns; null if a row has no value in one of them. */
  readonly keys: readonly (RowKey | null)[] | null
}

export interface RowKey {
  readonly key: string
  readonly version: string
}

export interface StagingOptions {
  /** Whether every batch of the import includes the keys of its rows. */
  readonly keyed: boolean
  /** The columns that the import adds to the table. */
  readonly created: readonly string[]
}

/**
 * Stages the rows of a file for a table. They are written in batches and stay invisible until one commit
 * enters them all in the table's ledger (`RecordStore.enter`). No transaction is open between two batches;
 * otherwise PostgreSQL could not prune the rows that every ingest updates.
 */
export abstract class StagedRecords {
  abstract begin(importId: string, dataTableId: string, options: StagingOptions): Promise<void>
  /**
   * Writes a batch of an import's rows. Batches are entered in the order of their numbers. Throws CONFLICT if
   * the import was given up.
   */
  abstract write(importId: string, no: number, batch: RowBatch): Promise<void>
  /** Gives up an import; its staged rows are deleted soon. */
  abstract discard(importId: string): Promise<void>
  /** Gives up the imports of processes that died. Returns the number of deleted rows. */
  abstract discardAbandoned(signal: AbortSignal): Promise<number>
}

/** Returns the error for a client that continues an import which was given up. */
export function abandonedImportError(): DomainError {
  return new DomainError('CONFLICT', {
    message: 'The import was stopped because no data arrived for ten minutes; send the file again',
  })
}
