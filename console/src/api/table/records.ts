import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { sessionEnd } from '../account/session-end.ts'
import { answerOf, api } from '../client.ts'
import { byCursor, pageSize } from '../every-page.ts'
import { mergeNewest, type RecordPage } from './newest-records.ts'

/**
 * Interval in ms for reading the newest record of a table. The record count alone is not enough: it stays
 * equal if one record arrives and another is deleted.
 */
const pollEveryMs = 5_000

const newestFirst = (
  dataTableId: string,
  {
    cursor = null,
    limit = pageSize,
    signal,
  }: { cursor?: string | null; limit?: number; signal: AbortSignal },
): Promise<RecordPage> =>
  answerOf(
    api.GET('/api/v1/data-tables/{dataTableId}/records', {
      signal,
      params: {
        path: { dataTableId },
        query: { order: 'desc', limit, ...(cursor === null ? {} : { cursor }) },
      },
    }),
  )

type RecordPages = InfiniteData<RecordPage, string | null>

const recordsQuery = (dataTableId: string) =>
  infiniteQueryOptions({
    queryKey: ['records', dataTableId],
    queryFn: ({ pageParam, signal }) => newestFirst(dataTableId, { cursor: pageParam, signal }),
    ...byCursor,
    // Loaded pages of records are never reloaded while the list is open, because there may be thousands. New
    // records are put before them. A list that opens again shows the newest page that is kept, and reloads it.
    // A list of several pages is shown again after the user has signed in again, not opened.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: ({ state: { data } }) => (data === undefined || data.pages.length < 2 ? 'always' : false),
  })

/** Keeps the newest page of a list that opens, so that the list shows it at once and reloads no other page. */
function keepNewestPage(client: QueryClient, dataTableId: string): void {
  client.setQueryData<RecordPages>(recordsQuery(dataTableId).queryKey, (data) =>
    data === undefined
      ? undefined
      : { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  )
}

/**
 * Loads records page by page while the user scrolls, newest first. If `follows` is true, a changed count or a
 * different newest record loads the newest page, which replaces the records it covers. The newest page and an
 * older page are never loaded at the same time, because the later response would overwrite the earlier one.
 */
export function useRecords({
  dataTableId,
  recordCount,
  follows,
}: {
  dataTableId: string
  recordCount: number
  follows: boolean
}) {
  const client = useQueryClient()
  const opened = useRef<string>(null)
  // Runs before the list is loaded, and when it is closed. Does nothing while the session has ended and when the hidden
  // list is shown again, because the user may have typed text in a row of any page.
  useEffect(() => {
    if (opened.current !== dataTableId) keepNewestPage(client, dataTableId)
    opened.current = dataTableId
    return () => {
      if (sessionEnd.code() === null) keepNewestPage(client, dataTableId)
    }
  }, [client, dataTableId])
  const records = useInfiniteQuery(recordsQuery(dataTableId))
  const newest = useQuery({
    queryKey: ['newest-records', dataTableId, recordCount],
    queryFn: async ({ signal }) => {
      const page = await newestFirst(dataTableId, { signal })
      const { queryKey } = recordsQuery(dataTableId)
      const before = client.getQueryData<RecordPages>(queryKey)
      if (before === undefined) return new Set<string>()
      const { after, arrived } = mergeNewest(before, page)
      client.setQueryData<RecordPages>(queryKey, after)
      return arrived
    },
    enabled: follows && records.data !== undefined && !records.isFetching,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  })
  useQuery({
    queryKey: ['newest-record', dataTableId],
    queryFn: async ({ signal }) => {
      const { items } = await newestFirst(dataTableId, { limit: 1, signal })
      const known = client.getQueryData<RecordPages>(recordsQuery(dataTableId).queryKey)?.pages[0]?.items[0]
      if (items[0]?.id !== known?.id)
        void client.invalidateQueries({ queryKey: ['newest-records', dataTableId] })
      return items[0]?.id ?? null
    },
    refetchInterval: pollEveryMs,
    enabled: follows && !newest.isPending && !newest.isFetching,
    gcTime: 0,
  })
  const canLoadMore =
    records.hasNextPage && !records.isFetching && !newest.isFetching && !records.isFetchNextPageError
  return {
    records,
    /** The ids of the records that were added when the newest page was last reloaded. */
    arrived: newest.data,
    isBehind: newest.isPending && !follows,
    loadMore: () => {
      if (canLoadMore) void records.fetchNextPage()
    },
    canLoadMore,
  }
}
