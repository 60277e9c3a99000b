import type { PageOf } from '../../domain/page.ts'
import type { DataRecord, RecordView } from '../../domain/record-cells.ts'
import type { DuplicateCounts } from '../../domain/table/match.ts'
import { type KeyReader } from '../../domain/table/record-key.ts'

/**
 * A key rebuild: the background run that computes the match keys of a table's records for new match columns.
 * The old keys stay in use until the run ends.
 */
export interface KeyRebuild {
  readonly id: string
  readonly dataTableId: string
}

export interface RecordKey {
  readonly recordId: string
  readonly key: string
  readonly version: string
}

/** A record that gets the same new match key as another record of the table, found by a key rebuild. */
export interface Duplicate {
  readonly key: string
  /**
   * The position of the record in the list of duplicates. Records with the same match key are adjacent, in
   * order of arrival.
   */
  readonly no: string
  readonly recordId: string
  /** The cells of the duplicate record; null if it was deleted meanwhile. */
  readonly data: DataRecord | null
}

/**
 * The result of merging some duplicate records: which records stay, which are removed, and which duplicates
 * (by `no`) are done.
 */
export interface Merge {
  /** The records that stay after the merge, with the match key and the merged cells of their group. */
  readonly kept: readonly (RecordKey & { readonly data: DataRecord; readonly columns: readonly string[] })[]
  readonly removed: readonly string[]
  readonly settled: readonly string[]
  readonly current: CurrentKeys
}

/**
 * How a merge changes the keys by the current match columns, which stay in use until the key rebuild ends. Each key
 * must identify the record whose cells have it, also if the key rebuild ends without effect after the merge.
 */
export interface CurrentKeys {
  /** The keys of the merged records before the merge. A key that another record has is not deleted. */
  readonly released: readonly Pick<RecordKey, 'recordId' | 'key'>[]
  /** The keys of the kept records after the merge. A key that another record has stays with that record. */
  readonly claimed: readonly RecordKey[]
}

export interface KeyRebuildStore {
  /** Begins a key rebuild; returns false while another key rebuild of the table is running. */
  begin(rebuild: KeyRebuild): Promise<boolean>
  /**
   * Waits for transactions that change records of the table, and lets new ones wait until the end of this
   * transaction. Call it before any other lock is taken. Called once after the commit of `begin`, it ensures that
   * `records` returns all changes that are not noted for `takeChanged`.
   */
  waitForChanges(dataTableId: string): Promise<void>
  isRunning(dataTableId: string): Promise<boolean>
  /** Returns records of the table in order of arrival, beginning after the record `after`. */
  records(rebuild: KeyRebuild, after: string | null, most: number): Promise<PageOf<RecordView>>
  /**
   * Stores new match keys of records. If several records have one key, the first gets it, and the others wait
   * as duplicates to be merged. A record whose key is stored already changes nothing. Returns false if the key rebuild was given up.
   */
  write(rebuild: KeyRebuild, keys: readonly RecordKey[]): Promise<boolean>
  /**
   * Returns some records that were changed since `begin`, and deletes their new match keys. Returns also
   * the duplicates of these keys. The caller writes the keys of all of them again. Returns null if no change is left.
   */
  takeChanged(rebuild: KeyRebuild, most: number): Promise<readonly Pick<RecordView, 'id' | 'data'>[] | null>
  countDuplicates(rebuild: KeyRebuild): Promise<DuplicateCounts>
  /**
   * Returns duplicates that still have to be merged, ordered by their new match key, and the record that has
   * got each key (`keepers`). Locks all these records until the end of the transaction, and before them their keys by
   * the current match columns, which `currentKeyOf` reads.
   */
  duplicates(
    rebuild: KeyRebuild,
    most: number,
    currentKeyOf: KeyReader,
  ): Promise<{
    readonly duplicates: readonly Duplicate[]
    readonly keepers: ReadonlyMap<string, Omit<Duplicate, 'no'>>
  }>
  /** Merges duplicates. Returns false if the key rebuild was given up; the caller then rolls back the transaction. */
  merge(
    rebuild: KeyRebuild,
    merge: Merge,
    by: { readonly requestId: string; readonly at: Date },
  ): Promise<boolean>
  /**
   * Replaces the match keys of the table by the match keys of the key rebuild. Returns false if the key rebuild
   * was given up.
   */
  adopt(rebuild: KeyRebuild): Promise<boolean>
  /** Deletes the match keys of all records of a table. */
  drop(dataTableId: string): Promise<void>
  abandon(rebuild: KeyRebuild): Promise<void>
}
