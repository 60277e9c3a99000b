import type { DataTable } from '../../domain/table/data-table.ts'

export interface DataTableStore {
  add(table: DataTable): Promise<void>
  find(organizationId: string, id: string): Promise<DataTable | null>
  lock(organizationId: string, id: string): Promise<DataTable | null>
  save(table: DataTable): Promise<void>
  /** With its records, which the runtime clears away bit by bit. */
  remove(id: string): Promise<void>
  countOf(organizationId: string): Promise<number>
  anyIn(projectId: string): Promise<boolean>
}
