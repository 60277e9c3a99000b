import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'
import type { Arrival } from '../schema.ts'
import { dataTablesQuery } from '../table/data-tables.ts'

export type ArrivalState = Arrival['state']

export interface ArrivalFilter {
  readonly dataTableId?: string
  readonly state?: ArrivalState
  readonly code?: string
  readonly shape?: string
  /** Only what came then or earlier. */
  readonly until?: string
}

/** Which of those that are held or were refused. */
export type Wanted = { readonly dataTableId: string } & (
  | { readonly arrivalIds: string[] }
  | { readonly shape: string }
  | { readonly all: true }
)

export const arrivalsQuery = (filter: ArrivalFilter) =>
  infiniteQueryOptions({
    queryKey: ['arrivals', 'list', filter],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/api/v1/arrivals', {
          params: { query: { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** The newest of a kind, as many as one page holds. */
export const newestArrivalsQuery = (filter: ArrivalFilter, limit: number) =>
  queryOptions({
    queryKey: ['arrivals', 'newest', filter, limit],
    queryFn: () => answerOf(api.GET('/api/v1/arrivals', { params: { query: { ...filter, limit } } })),
  })

export const arrivalQuery = (arrivalId: string) =>
  queryOptions({
    queryKey: ['arrivals', 'one', arrivalId],
    queryFn: () => answerOf(api.GET('/api/v1/arrivals/{arrivalId}', { params: { path: { arrivalId } } })),
  })

/** What would become of them now; `occasion` is what may have changed that. */
export const rehearsalQuery = (wanted: Wanted, occasion: unknown = null) =>
  queryOptions({
    queryKey: ['arrivals', 'rehearsal', wanted, occasion],
    queryFn: () => answerOf(api.POST('/api/v1/arrivals/admit', { body: { ...wanted, dryRun: true } })),
    placeholderData: keepPreviousData,
  })

export function useAdmit() {
  const client = useQueryClient()
  return useMutation({
    meta: { shown: true },
    mutationFn: (wanted: Wanted) => answerOf(api.POST('/api/v1/arrivals/admit', { body: wanted })),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['arrivals'] }),
        client.invalidateQueries({ queryKey: dataTablesQuery.queryKey }),
      ]),
  })
}
