import type { DataRecord } from '../../domain/record-cells.ts'

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
  readonly primaries: readonly (RecordKey & {
    readonly data: DataRecord
    readonly columns: readonly string[]
  })[]
  readonly removed: readonly string[]
  readonly settled: readonly string[]
  readonly current: CurrentKeys
}

/** The request that changed the match columns, and the time of the merge. */
export interface MergeCause {
  readonly requestId: string
  readonly at: Date
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
