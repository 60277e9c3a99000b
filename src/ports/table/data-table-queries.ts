import type { Page, PageOf } from '../../domain/page.ts'
import type { DataTableView } from '../../domain/table/data-table.ts'

export abstract class DataTableQueries {
  /** Returns a page of data tables: of one project, or of all if `projectId` is null. */
  abstract list(organizationId: string, projectId: string | null, page: Page): Promise<PageOf<DataTableView>>
  abstract find(organizationId: string, id: string): Promise<DataTableView | null>
}
