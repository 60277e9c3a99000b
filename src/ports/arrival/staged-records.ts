import { DomainError } from '../../domain/errors.ts'

/** Rows of a file, as cells in the order of the columns. */
export interface RowBatch {
  readonly columns: readonly string[]
  /** Columns of the table that the file lacks. */
  readonly missing: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Of each row, in a table with match columns; null where a row lacks a value in one of them. */
  readonly keys: readonly (RowKey | null)[] | null
}

export interface RowKey {
  readonly key: string
  readonly version: string
}

export interface StagingOptions {
  /** Whether every batch comes with keys. */
  readonly keyed: boolean
  /** Columns that the table has from the import on, beside others. */
  readonly created: readonly string[]
}

/**
 * Rows of a file on their way into a table: written bit by bit, invisible, until one
 * commit enters all of them in the table's ledger (`RecordStore.enter`). Between two batches no
 * transaction is open: while one is, PostgreSQL cannot prune the rows that every ingest updates.
 */
export abstract class StagedRecords {
  abstract begin(importId: string, dataTableId: string, options: StagingOptions): Promise<void>
  /** Batches are entered in the order of their numbers. Throws CONFLICT for an import that was given up. */
  abstract write(importId: string, no: number, batch: RowBatch): Promise<void>
  /** Gives it up: what was written is cleared away soon. */
  abstract discard(importId: string): Promise<void>
  /** The same for those that a process left behind when it died; says how many rows it cleared. */
  abstract discardAbandoned(signal: AbortSignal): Promise<number>
}

/** Thrown to a sender that comes back to an import which is not there any more. */
export function importGivenUp(): DomainError {
  return new DomainError('CONFLICT', {
    message: 'The import was given up because nothing came for ten minutes; send the file again',
  })
}
