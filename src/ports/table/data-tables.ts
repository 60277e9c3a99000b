import type { Page, PageOf } from '../../domain/page.ts'
import type { RecordView } from '../../domain/record-cells.ts'
import type { DataTable, DataTableView, IngestToken } from '../../domain/table/data-table.ts'
import type { DuplicateCounts } from '../../domain/table/match.ts'
import type { KeyReader } from '../../domain/table/record-key.ts'
import type { OwnLayout, View } from '../../domain/table/search/view.ts'
import type { InTransaction } from '../in-transaction.ts'
import type { Duplicate, KeyRebuild, Merge, MergeCause, RecordKey } from './key-rebuild.ts'

/** The match columns of a table, and the country of its phone numbers without a country code. */
export type PersonRules = Pick<DataTable, 'match' | 'defaultCountry'>

/**
 * Stores data tables, their columns, and the match keys of their records while a key rebuild replaces them. The columns
 * belong to all records of the table. Lock the table before changing a column, and save it after that; otherwise records
 * could be read or written under wrong column names.
 */
export abstract class DataTableStore {
  /** Returns a page of data tables: of some projects, or of all if `projectIds` is null. */
  abstract list(
    organizationId: string,
    projectIds: readonly string[] | null,
    page: Page,
  ): Promise<PageOf<DataTableView>>
  abstract find(organizationId: string, id: string): Promise<DataTableView | null>
  abstract add(this: InTransaction, table: DataTable): Promise<void>
  abstract lock(this: InTransaction, organizationId: string, id: string): Promise<DataTable | null>
  /**
   * Returns the rules by which a person is recognized in the records of a table, also of a table in the bin; null if
   * the organization has no such table.
   */
  abstract personRulesOf(organizationId: string, id: string): Promise<PersonRules | null>
  abstract save(this: InTransaction, table: DataTable): Promise<void>
  /**
   * Replaces the ingest tokens of all tables of an organization, also of tables in the bin. The former tokens end at
   * once. Locks the tables in the order of their ids, and returns them. The organization must be locked.
   */
  abstract replaceTokens(
    this: InTransaction,
    organizationId: string,
    newToken: (dataTableId: string) => IngestToken,
  ): Promise<readonly Pick<DataTable, 'id' | 'name'>[]>
  /** Removes a table permanently, even from the bin. The runtime deletes its records in parts. */
  abstract remove(this: InTransaction, id: string): Promise<void>
  abstract countOf(organizationId: string): Promise<number>
  abstract anyIn(projectId: string): Promise<boolean>
  /**
   * Prepares new columns of a table, before `save` stores them. They are empty in every record, even if columns
   * of these names were removed before.
   */
  abstract addColumns(this: InTransaction, dataTableId: string, names: readonly string[]): Promise<void>
  /** Renames a column and keeps its values. Takes the same time with a million records as with none. */
  abstract renameColumn(this: InTransaction, dataTableId: string, from: string, to: string): Promise<void>
  /** Removes a column. Its values become invisible at once; `RecordStore.clear` deletes them in parts. */
  abstract removeColumn(this: InTransaction, dataTableId: string, name: string): Promise<void>
  /** Returns the views (saved searches) of a table and the own layouts of all people, oldest first. */
  abstract viewsOf(dataTableId: string): Promise<readonly View[]>
  abstract findView(organizationId: string, id: string): Promise<View | null>
  abstract putView(this: InTransaction, view: View): Promise<void>
  /** Stores a person's own layout of a table in place of the one that the person has. */
  abstract putOwnLayout(this: InTransaction, layout: OwnLayout): Promise<void>
  abstract removeView(this: InTransaction, id: string): Promise<void>
  /** Begins a key rebuild; returns false while another key rebuild of the table is running. */
  abstract beginKeyRebuild(this: InTransaction, rebuild: KeyRebuild): Promise<boolean>
  /**
   * Waits for transactions that change records of the table, and lets new ones wait until the end of this
   * transaction. Call it before any other lock is taken. Called once after the commit of `beginKeyRebuild`, it ensures that
   * `recordsToRebuild` returns all changes that are not noted for `takeChangedRecords`.
   */
  abstract waitForRecordChanges(this: InTransaction, dataTableId: string): Promise<void>
  abstract isRebuildingKeys(dataTableId: string): Promise<boolean>
  /** Returns records of the table in order of arrival, beginning after the record `after`. */
  abstract recordsToRebuild(
    rebuild: KeyRebuild,
    after: string | null,
    most: number,
  ): Promise<PageOf<RecordView>>
  /**
   * Stores new match keys of records. If several records have one key, the first gets it, and the others wait
   * as duplicates to be merged. A record whose key is stored already changes nothing. Returns false if the key rebuild was given up.
   */
  abstract writeKeys(this: InTransaction, rebuild: KeyRebuild, keys: readonly RecordKey[]): Promise<boolean>
  /**
   * Returns some records that were changed since `beginKeyRebuild`, and deletes their new match keys. Returns also
   * the duplicates of these keys. The caller writes the keys of all of them again. Returns null if no change is left.
   */
  abstract takeChangedRecords(
    this: InTransaction,
    rebuild: KeyRebuild,
    most: number,
  ): Promise<readonly Pick<RecordView, 'id' | 'data'>[] | null>
  abstract countDuplicates(rebuild: KeyRebuild): Promise<DuplicateCounts>
  /**
   * Returns duplicates that still have to be merged, ordered by their new match key, and the record that has
   * got each key (`keepers`). Locks all these records until the end of the transaction, and before them their keys by
   * the current match columns, which `currentKeyOf` reads.
   */
  abstract lockDuplicates(
    this: InTransaction,
    rebuild: KeyRebuild,
    most: number,
    currentKeyOf: KeyReader,
  ): Promise<{
    readonly duplicates: readonly Duplicate[]
    readonly keepers: ReadonlyMap<string, Omit<Duplicate, 'no'>>
  }>
  /** Merges duplicates. Returns false if the key rebuild was given up; the caller then rolls back the transaction. */
  abstract mergeDuplicates(
    this: InTransaction,
    rebuild: KeyRebuild,
    merge: Merge,
    by: MergeCause,
  ): Promise<boolean>
  /**
   * Replaces the match keys of the table by the match keys of the key rebuild. Returns false if the key rebuild
   * was given up.
   */
  abstract adoptKeys(this: InTransaction, rebuild: KeyRebuild): Promise<boolean>
  /** Deletes the match keys of all records of a table. */
  abstract dropKeys(this: InTransaction, dataTableId: string): Promise<void>
  abstract abandonKeyRebuild(this: InTransaction, rebuild: KeyRebuild): Promise<void>
}
