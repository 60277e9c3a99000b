import type { PageOf } from '../../domain/page.ts'
import type { DataRecord, RecordView } from '../../domain/table/cell.ts'
import type { DuplicateCounts } from '../../domain/table/match.ts'

/**
 * The background run that computes new keys of a table's records for other match columns. It works in parts,
 * and the present keys stay in use meanwhile.
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

/** A record with the same new key as another record, found during a key rebuild. */
export interface Duplicate {
  readonly key: string
  /**
   * The position of the record among the duplicates. Duplicates with the same key are adjacent, in order of
   * arrival.
   */
  readonly no: string
  readonly recordId: string
  /** The cells of the duplicate record; null if it was deleted meanwhile. */
  readonly data: DataRecord | null
}

/** The records that a merge of duplicates keeps, removes and settles. */
export interface Merge {
  /** The records that stay after the merge and get the key of their group. */
  readonly kept: readonly (RecordKey & { readonly data: DataRecord; readonly columns: readonly string[] })[]
  readonly removed: readonly string[]
  readonly settled: readonly string[]
}

export interface KeyRebuildStore {
  /** Begins a key rebuild; returns false while another key rebuild of the table is running. */
  begin(rebuild: KeyRebuild): Promise<boolean>
  isRunning(dataTableId: string): Promise<boolean>
  /** Returns records of the table in order of arrival, beginning after the record `after`. */
  records(rebuild: KeyRebuild, after: string | null, most: number): Promise<PageOf<RecordView>>
  /**
   * Stores new keys of records. The first record with a key gets it; other records with the key wait as
   * duplicates. Returns false if the key rebuild was given up.
   */
  write(rebuild: KeyRebuild, keys: readonly RecordKey[]): Promise<boolean>
  countDuplicates(rebuild: KeyRebuild): Promise<DuplicateCounts>
  /**
   * Returns duplicates that wait to be merged, ordered by their new key, and the record that has each key
   * (`keepers`). All these records are locked until the end of the transaction.
   */
  duplicates(
    rebuild: KeyRebuild,
    most: number,
  ): Promise<{
    readonly duplicates: readonly Duplicate[]
    readonly keepers: ReadonlyMap<string, Omit<Duplicate, 'no'>>
  }>
  merge(
    rebuild: KeyRebuild,
    merge: Merge,
    by: { readonly requestId: string; readonly at: Date },
  ): Promise<void>
  /**
   * Makes the keys of a key rebuild the table's keys, and deletes the former ones. Returns false if the key rebuild was
   * given up.
   */
  adopt(rebuild: KeyRebuild): Promise<boolean>
  /** Deletes the keys of a table's records, so that it has none. */
  drop(dataTableId: string): Promise<void>
  abandon(rebuild: KeyRebuild): Promise<void>
}
