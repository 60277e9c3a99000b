import type { BinEntry, BinKind, EarlierDeletion } from '../../domain/bin/bin-entry.ts'
import type { Page, PageOf } from '../../domain/page.ts'
import type { DataRecord } from '../../domain/record-cells.ts'
import type { InTransaction } from '../in-transaction.ts'

/** A record in the bin, with its cells by the names that the columns of its table have now. */
export interface DeletedRecord {
  readonly id: string
  readonly data: DataRecord
}

/** Selects entries of the bin; null for entries of any kind, or of any project. */
export interface BinFilter {
  readonly kind: BinKind | null
  readonly projectIds: readonly string[] | null
}

/**
 * Stores the entries of the bin. Lock an entry before anything else, and put its things into the bin, or take
 * them out, in the same transaction.
 */
export abstract class BinStore {
  /** Returns a page of the bin, last deletion first. */
  abstract list(organizationId: string, filter: BinFilter, page: Page): Promise<PageOf<BinEntry>>
  abstract find(organizationId: string, id: string): Promise<BinEntry | null>
  /** Returns a page of the records of an entry, in order of their ids. */
  abstract records(entry: BinEntry, page: Page): Promise<PageOf<DeletedRecord>>
  /** Adds an entry, and puts its data table or spinner into the bin. */
  abstract add(this: InTransaction, entry: BinEntry): Promise<void>
  /** Locks and returns an entry whose time is not over. */
  abstract lock(this: InTransaction, organizationId: string, id: string): Promise<BinEntry | null>
  /**
   * Locks and returns the latest entry of records that a person or API key began to delete after a time; null if
   * there is none whose time is not over.
   */
  abstract lockLatest(this: InTransaction, earlier: EarlierDeletion): Promise<BinEntry | null>
  /** Stores the number of records of an entry, and the end of its time. */
  abstract save(this: InTransaction, entry: BinEntry): Promise<void>
  /** Removes an entry, and takes its data table or spinner out of the bin, with its project if that was deleted. */
  abstract restore(this: InTransaction, entry: BinEntry): Promise<void>
  /**
   * Locks and returns an entry whose time is over, except those with the given ids; null if there is none that no other
   * transaction has locked. The time of an entry of a test organization ends by its test clock.
   */
  abstract nextOver(this: InTransaction, exceptIds: readonly string[]): Promise<BinEntry | null>
  /** Locks and returns all entries of a data table, its own entry too. */
  abstract allOf(this: InTransaction, dataTableId: string): Promise<readonly BinEntry[]>
  /** Deletes up to `most` records of an entry permanently, and returns their number. */
  abstract clearRecords(this: InTransaction, entry: BinEntry, most: number): Promise<number>
  /**
   * Deletes up to `most` of the marks by which a spinner in the bin knows the records that its triggers named, and
   * returns their number.
   */
  abstract clearNamedRecords(this: InTransaction, entry: BinEntry, most: number): Promise<number>
  /** Removes an empty entry. */
  abstract remove(this: InTransaction, id: string): Promise<void>
}
