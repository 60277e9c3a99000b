import type { PageOf } from '../../domain/page.ts'
import type { DataRecord, RecordView } from '../../domain/table/cell.ts'
import type { DuplicateCounts } from '../../domain/table/match.ts'

/** The keys of a table's records by other match columns than hold now, worked out bit by bit beside them. */
export interface Keying {
  readonly id: string
  readonly dataTableId: string
}

export interface RecordKey {
  readonly recordId: string
  readonly key: string
  readonly version: string
}

/** A record whose key another record had already. */
export interface Duplicate {
  readonly key: string
  /** Its place among the duplicates: those of one key follow each other, in order of arrival. */
  readonly no: string
  readonly recordId: string
  /** Null when it was deleted meanwhile. */
  readonly data: DataRecord | null
}

/** What became of duplicates. */
export interface Merge {
  /** Records that stay, and take the key of their group. */
  readonly kept: readonly (RecordKey & { readonly data: DataRecord; readonly columns: readonly string[] })[]
  readonly removed: readonly string[]
  readonly settled: readonly string[]
}

export interface KeyingStore {
  /** False while another is under way for the table. */
  begin(keying: Keying): Promise<boolean>
  isUnderWay(dataTableId: string): Promise<boolean>
  /** Records of the table in order of arrival, `after` those that were looked at. */
  records(keying: Keying, after: string | null, most: number): Promise<PageOf<RecordView>>
  /** The first record with a key has it; the others wait as duplicates. False when the keying was given up. */
  write(keying: Keying, keys: readonly RecordKey[]): Promise<boolean>
  countDuplicates(keying: Keying): Promise<DuplicateCounts>
  /**
   * Those that wait, by key, and the records that have their keys; none of them changes until the end of the
   * transaction.
   */
  duplicates(
    keying: Keying,
    most: number,
  ): Promise<{
    readonly duplicates: readonly Duplicate[]
    readonly keepers: ReadonlyMap<string, Omit<Duplicate, 'no'>>
  }>
  merge(keying: Keying, merge: Merge, by: { readonly requestId: string; readonly at: Date }): Promise<void>
  /** From now on these keys hold, and those before are cleared away. False when the keying was given up. */
  adopt(keying: Keying): Promise<boolean>
  /** No keys hold: those that did are cleared away. */
  drop(dataTableId: string): Promise<void>
  abandon(keying: Keying): Promise<void>
}
