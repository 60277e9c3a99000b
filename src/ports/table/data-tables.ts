import type { Page, PageOf } from '../../domain/page.ts'
import type { DataTableView, DataTable } from '../../domain/table/data-table.ts'

export abstract class DataTableQueries {
  /** Returns a page of data tables: of one project, or of all if `projectId` is null. */
  abstract list(organizationId: string, projectId: string | null, page: Page): Promise<PageOf<DataTableView>>
  abstract find(organizationId: string, id: string): Promise<DataTableView | null>
}

export interface DataTableStore {
  add(table: DataTable): Promise<void>
  find(organizationId: string, id: string): Promise<DataTable | null>
  lock(organizationId: string, id: string): Promise<DataTable | null>
  save(table: DataTable): Promise<void>
  /** Removes a table. The runtime deletes its records in parts. */
  remove(id: string): Promise<void>
  countOf(organizationId: string): Promise<number>
  anyIn(projectId: string): Promise<boolean>
}
