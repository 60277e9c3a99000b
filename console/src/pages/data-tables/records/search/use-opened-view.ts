import { useQuery } from '@tanstack/react-query'
import type { View } from '../../../../api/schema.ts'
import {
  isSearching,
  layoutQuery,
  type RecordSearch,
  viewsQuery,
} from '../../../../api/table/record-search.ts'
import { isSameSearch } from './same-search.ts'

/**
 * Returns the views of a table, the opened one, and the user's layout of the columns. The address of the page names the
 * opened view; without a name in it, a view with the same search is the opened one.
 */
export function useOpenedView(dataTableId: string, requested: RecordSearch, viewId: string | undefined) {
  const { data, isPending } = useQuery(viewsQuery(dataTableId))
  const stored = useQuery(layoutQuery(dataTableId))
  const views = data?.items ?? []
  const opened: View | undefined =
    views.find(({ id }) => id === viewId) ??
    (isSearching(requested) ? views.find((view) => isSameSearch(view, requested)) : undefined)
  return { views, opened, layout: stored.data?.layout ?? null, isPending: isPending || stored.isPending }
}
