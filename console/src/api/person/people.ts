import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'
import { byCursor, fromCursor } from '../every-page.ts'
import type { ListedPerson } from '../schema.ts'

/** A person to look up, by e-mail address or by the value of a column. */
export type PersonSought = { readonly email: string } | { readonly column: string; readonly value: string }

export type PersonSourceKind = NonNullable<ListedPerson['source']>['kind']

/** The filters and the order of the list of people. */
export interface PeopleFilter {
  readonly q?: string
  readonly status?: ListedPerson['status']
  readonly dataTableId?: string
  readonly source?: PersonSourceKind
  readonly apiKeyId?: string
  readonly column?: string
  readonly value?: string
  readonly sort?: 'name' | 'company' | 'email' | 'source'
  readonly order?: 'asc' | 'desc'
}

/** Returns how the routes for exporting and erasing name a person of the list; null if they cannot. */
export function soughtOf({ email, match }: Pick<ListedPerson, 'email' | 'match'>): PersonSought | null {
  return email === null ? match : { email }
}

export const peopleQuery = (filter: PeopleFilter) =>
  infiniteQueryOptions({
    queryKey: ['people', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      answerOf(
        api.GET('/api/v1/people', {
          params: { query: { ...filter, limit: 50, ...fromCursor(pageParam) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    ...byCursor,
  })

/** Finds people by an address, or by the value of a column: at most the two that decide whether there is only one. */
export const peopleWithQuery = (sought: PersonSought) =>
  queryOptions({
    queryKey: ['people', 'with', sought],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/people', { params: { query: { ...sought, limit: 2 } }, signal })),
  })

export const personQuery = (personId: string) =>
  infiniteQueryOptions({
    queryKey: ['people', 'timeline', personId],
    queryFn: ({ pageParam, signal }) =>
      answerOf(
        api.GET('/api/v1/people/{personId}', {
          params: { path: { personId }, query: { limit: 50, ...fromCursor(pageParam) } },
          signal,
        }),
      ),
    ...byCursor,
  })

/** Explains whether a run of the spinner would write to the person at present. */
export const explanationQuery = (email: string, spinnerId: string) =>
  queryOptions({
    queryKey: ['people', 'explanation', email, spinnerId],
    queryFn: ({ signal }) =>
      answerOf(api.POST('/api/v1/people/explain', { body: { email, spinnerId }, signal })),
    staleTime: 0,
  })
