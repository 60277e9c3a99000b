import type { View } from '../../domain/table/search/view.ts'

export interface ViewStore {
  /** Returns the views (saved searches) of a table, oldest first. */
  of(dataTableId: string): Promise<readonly View[]>
  find(organizationId: string, id: string): Promise<View | null>
  put(view: View): Promise<void>
  remove(id: string): Promise<void>
}
