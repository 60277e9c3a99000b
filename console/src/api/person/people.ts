import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'
import { byCursor, fromCursor } from '../every-page.ts'

/** A person to look up, by e-mail address or by the value of a column. */
export type PersonSought = { readonly email: string } | { readonly column: string; readonly value: string }

export const personQuery = (sought: PersonSought) =>
  infiniteQueryOptions({
    queryKey: ['people', sought],
    queryFn: ({ pageParam, signal }) =>
      answerOf(
        api.GET('/api/v1/people', {
          params: { query: { ...sought, limit: 50, ...fromCursor(pageParam) } },
          signal,
        }),
      ),
    ...byCursor,
  })

/** Explains whether a run of the spinner would write to this person at present. */
export const explanationQuery = (email: string, spinnerId: string) =>
  queryOptions({
    queryKey: ['people', 'explanation', email, spinnerId],
    queryFn: ({ signal }) =>
      answerOf(api.POST('/api/v1/people/explain', { body: { email, spinnerId }, signal })),
    staleTime: 0,
  })
