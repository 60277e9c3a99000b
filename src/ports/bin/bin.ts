import type { BinEntry, BinKind, EarlierDeletion } from '../../domain/bin/bin-entry.ts'
import type { Page, PageOf } from '../../domain/page.ts'
import type { DataRecord } from '../../domain/record-cells.ts'
import type { InTransaction } from '../in-transaction.ts'

/** A record in the bin, with its cells by the names that the columns of its table have now. */
export interface DeletedRecord {
  readonly id: string
  readonly data: DataRecord
}

/** Some records of an entry of the bin that are to be restored. */
export interface RecordRestoration {
  readonly dataTableId: string
  readonly binEntryId: string
  /** The ids of the records; null for all of the entry. */
  readonly recordIds: readonly string[] | null
  /** The id of the last record that was handled before; null to begin with the first one. */
  readonly after: string | null
  readonly most: number
}

/** A record in the bin that was not restored, and the record that has its match key now. */
export interface RecordConflict {
  readonly recordId: string
  readonly existingId: string
}

export interface RestoredRecords {
  readonly restored: number
  readonly conflicts: readonly RecordConflict[]
  /** The id of the last record that was handled, if there may be more; otherwise null. */
  readonly next: string | null
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
  /**
   * Moves records of the table of an entry of the bin into that entry, and returns how many of them existed. Adds
   * their number to the entry, or adds the entry if it is new. An existing entry must be locked; it stays in the bin
   * until `deletesAt` of the given entry, if that is later.
   */
  abstract addRecords(this: InTransaction, entry: BinEntry, recordIds: readonly string[]): Promise<number>
  /**
   * Moves up to `most` records of an entry of the bin back into their table, in the order of their ids, with the
   * places and the match keys that they had. A record whose match key another record has got meanwhile stays in
   * the bin. Throws CONFLICT if the match columns were changed meanwhile. The entry must be locked.
   */
  abstract restoreRecords(this: InTransaction, restoration: RecordRestoration): Promise<RestoredRecords>
  /**
   * Removes a project without tables and spinners. If some are in the bin, the project is stored until the last of
   * them is removed, and comes back with the first that is restored.
   */
  abstract addProject(this: InTransaction, id: string): Promise<void>
  /** Deletes a removed project if none of its tables and spinners is in the bin. */
  abstract forgetProject(this: InTransaction, id: string): Promise<void>
  /** Locks and returns an entry that is still in the bin. */
  abstract lock(this: InTransaction, organizationId: string, id: string): Promise<BinEntry | null>
  /**
   * Locks and returns the latest entry to which a further deletion of records by a person or API key is added; null if
   * none was begun after a time and is still in the bin.
   */
  abstract lockLatest(this: InTransaction, earlier: EarlierDeletion): Promise<BinEntry | null>
  /** Stores the number of records of an entry, and the time at which they are deleted for good. */
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
  abstract clearExplicitRecords(this: InTransaction, entry: BinEntry, most: number): Promise<number>
  /** Removes an empty entry. */
  abstract remove(this: InTransaction, id: string): Promise<void>
}
