import { revisionOfContent } from '../../revision.ts'
import { type Where, whereRenamed } from '../../spinner/where/where.ts'
import type { RecordSort } from './record-search.ts'
import { layoutRenamed, layoutWithout, type ViewLayout } from './view-layout.ts'

/**
 * A view: the search text, the conditions, the sort order and the layout of the columns for a data table that a
 * person saved under a name.
 */
export interface View {
  readonly id: string
  readonly organizationId: string
  readonly dataTableId: string
  readonly name: string
  readonly q: string
  readonly where: Where | null
  readonly sort: RecordSort | null
  /** The layout of the columns; null for all columns in the order of the table. */
  readonly layout: ViewLayout | null
  readonly createdAt: Date
  /**
   * The person whose own layout of the columns this is, without a name and a search; null for a view that all
   * members of the organization share.
   */
  readonly userId: string | null
}

/** The layout of a table's columns that a person has without a view. */
export type OwnLayout = View & { readonly userId: string }

export const maxViews = 50

/** Returns the revision of what people change of a view. */
export function revisionOfView({ name, q, where, sort, layout }: View): number {
  return revisionOfContent({ name, q, where, sort, layout })
}

export function viewRenamed(view: View, from: string, to: string): View {
  const { where, sort, layout } = view
  return {
    ...view,
    where: where && whereRenamed(where, from, to),
    sort: sort && { ...sort, column: sort.column === from ? to : sort.column },
    layout: layout && layoutRenamed(layout, from, to),
  }
}

/** Returns a view after a column of the table was removed. The layout of the view no longer names the column. */
export function viewWithout(view: View, column: string): View {
  return { ...view, layout: view.layout && layoutWithout(view.layout, column) }
}
