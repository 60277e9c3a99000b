import type { RefusedRecord } from '../../domain/arrival/split-by-fit.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Page, PageOf } from '../../domain/page.ts'
import type { DataRecord, RecordView } from '../../domain/record-cells.ts'
import type { PersonAnswers, PersonQuestion } from '../../domain/spinner/where/person-question.ts'
import type { Where } from '../../domain/spinner/where/where.ts'
import type { Column, DataTable } from '../../domain/table/data-table.ts'
import type { MatchCounts } from '../../domain/table/keyed-records.ts'
import type { RecordOrder } from '../../domain/table/record-order.ts'
import type {
  MatchingRecords,
  RecordSearch,
  RecordsFound,
  WholeSearch,
} from '../../domain/table/search/record-search.ts'
import type { TableSchema } from '../../domain/table/table-schema.ts'
import type { InTransaction } from '../in-transaction.ts'

/** A condition by which a trigger or a segment selects records. */
export interface RecordCondition {
  readonly where: Where
  /** The columns that the condition sees: those that spinners may use, or null for all columns of the table. */
  readonly metadataColumns: readonly string[] | null
  readonly now: Date
}

/** Questions of conditions about the people of records of one data table. */
export interface QuestionsOfTable {
  readonly dataTableId: string
  readonly questions: readonly PersonQuestion[]
  /** The end of the days that `withinDays` of a question counts. */
  readonly now: Date
}

/** A record with all of its cells, about whose person conditions ask. */
export type RecordOfPerson = Pick<RecordView, 'id' | 'data'>

/**
 * An index that makes record searches fast: by one column, or by the words of all columns. Shows how far it
 * is filled.
 */
export interface RecordIndex {
  /** The indexed column; null for the words of all columns. */
  readonly column: string | null
  readonly isReady: boolean
  /** The number of records in the index; `of` is the number of all records in the table. */
  readonly done: number
  readonly of: number
}

export function changedWhileRead(): DomainError {
  return new DomainError('CONFLICT', {
    message: 'The table was changed while it was being read; send the request again',
  })
}

/**
 * The number of records that a request inserted. For a table with match columns, also the numbers of updated
 * and unchanged records.
 */
export type AppendReceipt = Pick<MatchCounts, 'inserted'> &
  Partial<MatchCounts> & { readonly results?: readonly RefusedRecord[] }

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

export interface LedgerEntry {
  readonly importId: string
  readonly table: DataTable
  /**
   * The columns that the import adds. They follow the columns that the table has when the import is entered, whose
   * types and other settings may have changed since `table` was read.
   */
  readonly created: readonly Column[]
  /**
   * Columns of the table that the imported file does not have. An existing record that the import updates
   * keeps its values in them.
   */
  readonly missing: readonly string[]
  readonly requestId: string
  readonly at: Date
}

/** New values for some cells of a record, by column name. */
export interface RecordChange {
  readonly table: DataTable
  readonly recordId: string
  readonly cells: DataRecord
  /** Values that cells must still have; otherwise the change is not made. Absent if they may have any. */
  readonly expected?: DataRecord
  readonly requestId: string
  /** The API key that changes the record; null for a person. */
  readonly apiKeyId: string | null
  readonly at: Date
}

/** New values for cells of several records of one table. */
export interface RecordChanges extends Omit<RecordChange, 'recordId' | 'cells' | 'expected'> {
  readonly records: readonly Pick<RecordChange, 'recordId' | 'cells' | 'expected'>[]
}

/** The cells of a record that a change has changed, before and after it. */
export interface ChangedCells {
  readonly before: DataRecord
  readonly after: DataRecord
}

/** Why a change of a record was not made: a cell has another value than expected, or there is nothing to change. */
export type NoChange = 'unchanged' | 'missing' | 'differs'

/**
 * Reads the records of tables: page by page, by search, by id, by match key, or by condition. Fills the
 * search indexes as well. Rows of an unfinished import are not found.
 */
export abstract class RecordStore {
  /**
   * Returns a page of a table's records. The caller must have checked that it may read the table. Records
   * that arrive later do not shift the pages.
   */
  abstract list(dataTableId: string, order: RecordOrder, page: Page): Promise<PageOf<RecordView>>

  /** Returns the given records that exist, in the order of their ids. */
  abstract some(dataTableId: string, ids: readonly string[]): Promise<readonly RecordView[]>

  /**
   * Yields all records of a table that arrived before the first chunk is read, in order of arrival, in
   * chunks. Throws CONFLICT if the table has another schema version by then, because a column may have been
   * renamed.
   */
  abstract all(table: Pick<DataTable, 'id' | 'schemaVersion'>): AsyncIterable<readonly DataRecord[]>

  /**
   * Throws CONFLICT if a table has another schema version than when it was read. Call this after its records were
   * read: versions only go up, so the same version proves that no column was renamed or removed meanwhile.
   */
  abstract assertSameColumns(table: Pick<DataTable, 'id' | 'schemaVersion'>): Promise<void>

  /**
   * Returns a page of the records that match a search. The caller must have checked that it may read the
   * table. The search time is limited: without a suitable index only some of the records are searched, and
   * `reach` tells how far.
   */
  abstract search(dataTableId: string, search: RecordSearch, page: Page): Promise<RecordsFound>

  /**
   * Returns a page of all records that match, newest first. The time for one page is limited, so a page may have
   * fewer records than its limit, or none; but with `next` as the cursor, every matching record is found. The
   * caller must have checked that it may read the table.
   */
  abstract matching(dataTableId: string, search: WholeSearch, page: Page): Promise<MatchingRecords>

  /** Returns the indexes of a table, which make searches fast. */
  abstract indexes(dataTableId: string): Promise<readonly RecordIndex[]>

  /**
   * Adds new and changed records to the indexes of tables until none are left, and deletes indexes that are
   * no longer chosen.
   */
  abstract fillIndexes(signal: AbortSignal): Promise<void>

  /** Returns the given record ids that exist in the table. */
  abstract withIds(tableId: string, ids: readonly string[]): Promise<ReadonlySet<string>>

  /** Returns record ids by match key (see `keyReaderFor`). Leaves out keys that no record has. */
  abstract withKeys(tableId: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>>

  /**
   * Returns the ids of the first `most` + 1 records that meet a condition, so that the caller can tell if
   * there are more than `most`.
   */
  abstract like(
    tableSchema: Pick<TableSchema, 'tableId'>,
    condition: RecordCondition,
    most: number,
  ): Promise<readonly string[]>

  /** Returns the ids of all records that meet a condition, in parts that are read when they are iterated. */
  abstract idsLike(dataTableId: string, condition: RecordCondition): AsyncIterable<readonly string[]>

  /**
   * Answers questions of conditions about the people of records: whether they were written to, have replied, or are
   * suppressed. Returns the answers by record id. The person of a record has the addresses that `ownAddressesIn`
   * returns. All records are answered by the same few queries, so callers ask for up to 2,000 records at once.
   */
  abstract answersAbout(
    questions: QuestionsOfTable,
    records: readonly RecordOfPerson[],
  ): Promise<ReadonlyMap<string, PersonAnswers>>

  /**
   * Begins an import. Its rows are written in batches and stay invisible until one commit adds them all to the table
   * (`enter`). No transaction stays open between two batches; otherwise PostgreSQL could not remove old versions of
   * frequently updated rows.
   */
  abstract beginImport(importId: string, dataTableId: string, options: StagingOptions): Promise<void>
  /**
   * Writes batch number `no` of an import's rows. The rows later enter the table in the order of these
   * numbers. Throws CONFLICT if the import was given up.
   */
  abstract stage(importId: string, no: number, batch: RowBatch): Promise<void>
  /** Gives up an import; its staged rows are deleted soon. */
  abstract discardImport(importId: string): Promise<void>
  /**
   * Gives up the imports whose process died, and deletes their staged rows. Returns the number of deleted
   * rows.
   */
  abstract discardAbandonedImports(signal: AbortSignal): Promise<number>

  /**
   * Adds the staged rows of an import to the table, which makes them visible. In a table with match columns,
   * rows whose match key exists update the existing records instead. Returns null if the table's columns have
   * changed since it was read, or if the import was given up.
   */
  abstract enter(this: InTransaction, entry: LedgerEntry): Promise<AppendReceipt | null>
  /** Returns whether an import into the table is in progress. */
  abstract isImporting(dataTableId: string): Promise<boolean>
  /**
   * Changes cells of a record and returns the cells that changed. Returns `matched` and changes nothing if the
   * record would then have the same values in the match columns as another record. Throws CONFLICT if the table has
   * another schema version than `table`.
   */
  abstract change(this: InTransaction, change: RecordChange): Promise<ChangedCells | NoChange | 'matched'>
  /**
   * Changes cells of several records at once, and returns the outcome of each record by its id. The cells must
   * not be in match columns or in the column that says how new a record is. Throws CONFLICT if the table has another
   * schema version than `table`.
   */
  abstract changeSeveral(
    this: InTransaction,
    changes: RecordChanges,
  ): Promise<ReadonlyMap<string, ChangedCells | NoChange>>
  /** Sets which columns of a table have an index; null stands for the words of all columns. The table must be locked. */
  abstract chooseIndexes(
    this: InTransaction,
    dataTableId: string,
    columns: readonly (string | null)[],
  ): Promise<void>
  /**
   * Deletes up to `most` entries that are no longer visible: records of removed tables, values of removed
   * columns, and outdated match keys. Returns the number of deleted entries.
   */
  abstract clear(this: InTransaction, most: number): Promise<number>
}

/** Returns the error for a change of records that names columns of a former schema version of the table. */
export function tableChangedError(): DomainError {
  return new DomainError('CONFLICT', {
    message: 'The columns or settings of the table were changed meanwhile; send the request again',
  })
}

/** Returns the error for a client that continues the upload of an import that was already given up. */
export function abandonedImportError(): DomainError {
  return new DomainError('CONFLICT', {
    message: 'The import was stopped because no data arrived for ten minutes; send the file again',
  })
}
