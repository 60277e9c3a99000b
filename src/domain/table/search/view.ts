import { type Where, whereRenamed } from '../../spinner/where/where.ts'
import type { RecordSort } from './record-search.ts'

/**
 * A view: the search text, the conditions and the sort order for a data table that a person saved under a name.
 */
export interface View {
  readonly id: string
  readonly organizationId: string
  readonly dataTableId: string
  readonly name: string
  readonly q: string
  readonly where: Where | null
  readonly sort: RecordSort | null
  readonly createdAt: Date
}

export const mostViews = 50

export function viewRenamed(view: View, from: string, to: string): View {
  const { where, sort } = view
  return {
    ...view,
    where: where && whereRenamed(where, from, to),
    sort: sort && { ...sort, column: sort.column === from ? to : sort.column },
  }
}
