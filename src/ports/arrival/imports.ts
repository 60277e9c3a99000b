import type { FileNote, FileRow } from '../../domain/arrival/import/row-fault.ts'
import { DomainError } from '../../domain/errors.ts'

/**
 * Reads the rows of an imported file while it is uploaded. Throws VALIDATION_FAILED if the file as a whole
 * has a fault.
 */
export abstract class RowSource {
  abstract header(): Promise<readonly string[]>
  /**
   * Remarks about the interpretation of the file, such as about hidden sheets, available once the header is
   * read.
   */
  abstract readonly notes?: readonly FileNote[]
  /**
   * Yields the rows after the header; every row without a fault has as many cells as the header. A faulty row
   * is thrown as VALIDATION_FAILED, unless the opener of the file asked to receive faults.
   */
  abstract chunks(): AsyncIterable<readonly FileRow[]>
  /** Closes the imported file, even if it was not read to its end. */
  abstract close(): Promise<void>
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
  /**
   * Whether the table has match columns, so that every batch of the import must include the match keys of its
   * rows.
   */
  readonly keyed: boolean
  /** The columns that the import creates in the table. */
  readonly created: readonly string[]
}

/**
 * Stages the rows of an imported file. The rows are written in batches and stay invisible until one commit
 * adds them all to the table (`RecordStore.enter`). No transaction stays open between two batches; otherwise
 * PostgreSQL could not remove old versions of frequently updated rows.
 */
export abstract class StagedRecords {
  abstract begin(importId: string, dataTableId: string, options: StagingOptions): Promise<void>
  /**
   * Writes batch number `no` of an import's rows. The rows later enter the table in the order of these
   * numbers. Throws CONFLICT if the import was given up.
   */
  abstract write(importId: string, no: number, batch: RowBatch): Promise<void>
  /** Gives up an import; its staged rows are deleted soon. */
  abstract discard(importId: string): Promise<void>
  /**
   * Gives up the imports whose process died, and deletes their staged rows. Returns the number of deleted
   * rows.
   */
  abstract discardAbandoned(signal: AbortSignal): Promise<number>
}

/** Returns the error for a client that continues the upload of an import that was already given up. */
export function abandonedImportError(): DomainError {
  return new DomainError('CONFLICT', {
    message: 'The import was stopped because no data arrived for ten minutes; send the file again',
  })
}
