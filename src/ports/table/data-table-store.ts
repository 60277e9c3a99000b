import type { DataTable } from '../../domain/table/data-table.ts'

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
