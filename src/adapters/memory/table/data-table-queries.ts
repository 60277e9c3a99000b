import type { Page, PageOf } from '../../../domain/page.ts'
import type { DataTableView } from '../../../domain/table/data-table.ts'
import { DataTableQueries } from '../../../ports/table/data-tables.ts'
import { isInProjects } from '../in-projects.ts'
import { omitFields } from '../omit-fields.ts'
import { itemsOf, pageById } from '../pages.ts'
import type { MemoryStore, StoredTable } from '../store.ts'

export class MemoryDataTableQueries extends DataTableQueries {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async list(
    organizationId: string,
    projectIds: readonly string[] | null,
    page: Page,
  ): Promise<PageOf<DataTableView>> {
    const belongs = (table: StoredTable) =>
      table.organizationId === organizationId && isInProjects(table, projectIds)
    return itemsOf(pageById(this.#store.tables.values(), page, belongs), (table) => this.#view(table))
  }

  override async find(organizationId: string, id: string): Promise<DataTableView | null> {
    const table = this.#store.owned(this.#store.tables, organizationId, id)
    return table === null ? null : this.#view(table)
  }

  #view(table: StoredTable): DataTableView {
    return { ...omitFields(table, 'end'), recordCount: this.#store.records.get(table.id)?.size ?? 0 }
  }
}
