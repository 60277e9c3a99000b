import type { Page, PageOf } from '../../domain/page.ts'
import type { DataTable, DataTableView, IngestToken } from '../../domain/table/data-table.ts'
import type { OwnLayout, View } from '../../domain/table/search/view.ts'
import type { InTransaction } from '../in-transaction.ts'

/** The match columns of a table, and the country of its phone numbers without a country code. */
export type PersonRules = Pick<DataTable, 'match' | 'defaultCountry'>

/**
 * Stores data tables and their columns. The columns belong to all records of the table. Lock the table before
 * changing a column, and save it after that; otherwise records could be read or written under wrong column
 * names.
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
}
