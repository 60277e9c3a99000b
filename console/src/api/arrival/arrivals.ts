import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { answerOf, api, atPath, atRevision } from '../client.ts'
import { byCursor, fromCursor } from '../every-page.ts'
import type { Arrival } from '../schema.ts'
import { dataTablesQuery } from '../table/data-tables.ts'
import { useChange } from '../use-change.ts'

export type ArrivalStatus = Arrival['status']

export interface ArrivalFilter {
  readonly dataTableId?: string
  readonly status?: ArrivalStatus
  readonly code?: string
  readonly format?: string
  readonly source?: Arrival['source']['kind']
  /** Lists only arrivals that were received at this time or later. */
  readonly since?: string
  /** Lists only arrivals that were received at this time or earlier. */
  readonly until?: string
  /** Lists only arrivals with this text in their body. */
  readonly contains?: string
}

/**
 * The held or refused arrivals to admit: all of one table, or the arrivals with these ids, this format or
 * this reason code.
 */
export type Wanted = { readonly dataTableId: string } & (
  | { readonly arrivalIds: string[] }
  | { readonly format: string }
  | { readonly code: string }
  | { readonly all: true }
)

export const arrivalsQuery = (filter: ArrivalFilter) =>
  infiniteQueryOptions({
    queryKey: ['arrivals', 'list', filter],
    queryFn: ({ pageParam }) => pageOf(filter, fromCursor(pageParam)),
    ...byCursor,
  })

/**
 * Loads a page of arrivals. A search for text skips accepted arrivals, because they have no body to search.
 */
async function pageOf({ contains, status, ...filter }: ArrivalFilter, cursor: { readonly cursor?: string }) {
  if (contains === undefined) {
    const query = { ...filter, ...(status && { status }), ...cursor }
    return { ...(await answerOf(api.GET('/api/v1/arrivals', { params: { query } }))), searched: 0 }
  }
  if (status === 'accepted') return { items: [], nextCursor: null, searched: 0 }
  const query = { ...filter, ...(status && { status }), contains, ...cursor }
  return answerOf(api.GET('/api/v1/arrivals/search', { params: { query } }))
}

export const arrivalSpaceQuery = queryOptions({
  queryKey: ['arrivals', 'room'],
  queryFn: () => answerOf(api.GET('/api/v1/arrivals/storage')),
})

/** Loads the newest arrivals that match a filter, at most one page. */
export const newestArrivalsQuery = (filter: Omit<ArrivalFilter, 'contains'>, limit: number) =>
  queryOptions({
    queryKey: ['arrivals', 'newest', filter, limit],
    queryFn: () => answerOf(api.GET('/api/v1/arrivals', { params: { query: { ...filter, limit } } })),
  })

export const arrivalQuery = (arrivalId: string) =>
  queryOptions({
    queryKey: ['arrivals', 'one', arrivalId],
    queryFn: () => answerOf(api.GET('/api/v1/arrivals/{arrivalId}', atPath({ arrivalId }))),
  })

/**
 * Computes what admitting these arrivals would do at present. A new value of `occasion` makes the query load
 * again.
 */
export const rehearsalQuery = (wanted: Wanted, occasion: unknown = null) =>
  queryOptions({
    queryKey: ['arrivals', 'rehearsal', wanted, occasion],
    queryFn: () => answerOf(api.POST('/api/v1/arrivals/admit', { body: { ...wanted, preview: true } })),
    placeholderData: keepPreviousData,
  })

export function useAdmit() {
  return useChange((wanted: Wanted) => answerOf(api.POST('/api/v1/arrivals/admit', { body: wanted })), {
    shown: true,
    reloads: [['arrivals'], dataTablesQuery.queryKey],
  })
}

/** The arrivals of one table and one state that the user discards together. */
export interface Unwanted {
  readonly dataTableId: string
  readonly status: 'held' | 'refused' | 'ignored'
  readonly code?: string
  readonly format?: string
}

export function useDiscardAll() {
  return useChange(
    ({ code, format, ...unwanted }: Unwanted) => {
      const filter = { ...(code && { code }), ...(format && { format }) }
      const which = Object.keys(filter).length > 0 ? filter : { all: true as const }
      return answerOf(api.DELETE('/api/v1/arrivals', { params: { query: { ...unwanted, ...which } } }))
    },
    { reloads: [['arrivals']] },
  )
}

export function useDiscard() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (arrivalId: string) =>
      answerOf(api.DELETE('/api/v1/arrivals/{arrivalId}', atPath({ arrivalId }))),
    onSuccess: (_, arrivalId) => {
      client.removeQueries({ queryKey: arrivalQuery(arrivalId).queryKey })
      return client.invalidateQueries({ queryKey: ['arrivals'] })
    },
  })
}

export function useEditArrival(arrivalId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { shown: true },
    mutationFn: ({ body, revision }: { readonly body: string; readonly revision: number | null }) =>
      answerOf(
        api.PATCH('/api/v1/arrivals/{arrivalId}', {
          ...atRevision({ arrivalId }, revision),
          body: { body },
        }),
      ),
    onSuccess: (edited) => {
      client.setQueryData(arrivalQuery(arrivalId).queryKey, edited)
      return client.invalidateQueries({ queryKey: ['arrivals', 'list'] })
    },
  })
}
