import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api, atPath } from '../client.ts'
import { byCursor, fromCursor, pageSize } from '../every-page.ts'
import type { View, Where } from '../schema.ts'
import { useChange } from '../use-change.ts'

/** A search of a table's records: words, conditions and sort order. */
export interface RecordSearch {
  readonly q: string
  readonly where: Where | null
  readonly sort: { readonly column: string; readonly order: 'asc' | 'desc' } | null
}

export const isSearching = ({ q, where, sort }: RecordSearch) => q !== '' || where !== null || sort !== null

export const searchQuery = (dataTableId: string, { q, where, sort }: RecordSearch) =>
  infiniteQueryOptions({
    queryKey: ['record-search', dataTableId, q, where, sort],
    queryFn: ({ pageParam, signal }) =>
      answerOf(
        api.GET('/api/v1/data-tables/{dataTableId}/records', {
          signal,
          params: {
            path: { dataTableId },
            query: {
              limit: pageSize,
              ...(q === '' ? {} : { q }),
              ...(where === null ? {} : { where: JSON.stringify(where) }),
              ...(sort === null ? {} : { sort: sort.column, order: sort.order }),
              ...fromCursor(pageParam),
            },
          },
        }),
      ),
    ...byCursor,
    gcTime: 60_000,
  })

/**
 * Returns the ids of all records that match a search, newest first. Calls `onFound` with the number of records
 * found so far.
 */
export async function matchingIds(
  dataTableId: string,
  { q, where }: Omit<RecordSearch, 'sort'>,
  onFound: (count: number) => void,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page: { ids: string[]; nextCursor: string | null } = await answerOf(
      api.GET('/api/v1/data-tables/{dataTableId}/records/matching', {
        signal,
        params: {
          path: { dataTableId },
          query: {
            ...(q === '' ? {} : { q }),
            ...(where === null ? {} : { where: JSON.stringify(where) }),
            ...(cursor === null ? {} : { cursor }),
          },
        },
      }),
    )
    for (const id of page.ids) ids.push(id)
    onFound(ids.length)
    cursor = page.nextCursor
  } while (cursor !== null)
  return ids
}

const followMs = 1_500

export const indexesQuery = (dataTableId: string) =>
  queryOptions({
    queryKey: ['record-indexes', dataTableId],
    queryFn: async () => {
      const params = { path: { dataTableId } }
      return (await answerOf(api.GET('/api/v1/data-tables/{dataTableId}/indexes', { params }))).items
    },
    refetchInterval: ({ state: { data } }) => (data?.some(({ isReady }) => !isReady) ? followMs : false),
  })

/**
 * Adds indexes to the table; null adds the index of words. Reads the existing indexes before, because the request
 * removes every index that it does not name.
 */
export function useAddIndexes(dataTableId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (added: readonly (string | null)[]) => {
      const existing = await client.fetchQuery({ ...indexesQuery(dataTableId), staleTime: 0 })
      const chosen = new Set([...existing.map(({ column }) => column), ...added])
      return answerOf(
        api.PUT('/api/v1/data-tables/{dataTableId}/indexes', {
          ...atPath({ dataTableId }),
          body: { columns: [...chosen].filter((column) => column !== null), includesWords: chosen.has(null) },
        }),
      )
    },
    onSuccess: ({ items }) => client.setQueryData(indexesQuery(dataTableId).queryKey, items),
  })
}

export const viewsQuery = (dataTableId: string) =>
  queryOptions({
    queryKey: ['views', dataTableId],
    queryFn: async () => {
      const params = { path: { dataTableId } }
      return answerOf(api.GET('/api/v1/data-tables/{dataTableId}/views', { params }))
    },
  })

/** Returns the layout of a table's columns that the user has while no view is open. */
export const layoutQuery = (dataTableId: string) =>
  queryOptions({
    queryKey: ['layout', dataTableId],
    queryFn: async () => {
      const params = { path: { dataTableId } }
      return answerOf(api.GET('/api/v1/data-tables/{dataTableId}/layout', { params }))
    },
  })

/** Stores the layout of a table's columns that the user has while no view is open. */
export function useArrangeColumns(dataTableId: string) {
  const client = useQueryClient()
  return useMutation({
    // Sends one layout after the other, so that the last one stays.
    scope: { id: `layout of ${dataTableId}` },
    mutationFn: (layout: View['layout']) =>
      answerOf(
        api.PUT('/api/v1/data-tables/{dataTableId}/layout', {
          ...atPath({ dataTableId }),
          body: { layout },
        }),
      ),
    onMutate: async (layout) => {
      // A request that began before the change would bring the former layout back.
      await client.cancelQueries({ queryKey: layoutQuery(dataTableId).queryKey })
      client.setQueryData(layoutQuery(dataTableId).queryKey, { layout })
    },
    onError: () => client.invalidateQueries({ queryKey: layoutQuery(dataTableId).queryKey }),
  })
}

export function useKeepView(dataTableId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { shown: true },
    mutationFn: (body: RecordSearch & Pick<View, 'name' | 'layout'>) =>
      answerOf(api.POST('/api/v1/data-tables/{dataTableId}/views', { ...atPath({ dataTableId }), body })),
    onSuccess: (view) =>
      client.setQueryData(
        viewsQuery(dataTableId).queryKey,
        (all) => all && { ...all, items: [...all.items, view] },
      ),
  })
}

/** Changes the search and the layout of a saved view for everybody in the organization. */
export function useChangeView(dataTableId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: RecordSearch & Pick<View, 'id' | 'layout'>) =>
      answerOf(api.PATCH('/api/v1/views/{viewId}', { ...atPath({ viewId: id }), body })),
    onSuccess: (view) =>
      client.setQueryData(
        viewsQuery(dataTableId).queryKey,
        (all) => all && { ...all, items: all.items.map((one) => (one.id === view.id ? view : one)) },
      ),
  })
}

export function useDeleteView(dataTableId: string) {
  return useChange((viewId: string) => answerOf(api.DELETE('/api/v1/views/{viewId}', atPath({ viewId }))), {
    reloads: [viewsQuery(dataTableId).queryKey],
  })
}
