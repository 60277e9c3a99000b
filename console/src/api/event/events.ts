import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'
import { byCursor, fromCursor } from '../every-page.ts'

export interface EventFilter {
  readonly type?: string
  /** The ids of the objects that the events are about, separated by commas. */
  readonly object?: string
}

/** Reads the log of events, newest first. Does not subscribe to the types, so that looking at the log costs nothing. */
export const eventsQuery = ({ type, object }: EventFilter) =>
  infiniteQueryOptions({
    queryKey: ['events', { type, object }],
    queryFn: ({ pageParam, signal }) => {
      const wanted = { ...(type && { types: type }), ...(object && { object }) }
      const page = fromCursor(pageParam)
      return answerOf(
        api.GET('/api/v1/events', {
          params: { query: { limit: 50, order: 'desc', subscribe: false, ...wanted, ...page } },
          signal,
        }),
      )
    },
    ...byCursor,
  })

export const eventTypesQuery = queryOptions({
  queryKey: ['events', 'types'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/v1/events/types', { signal })),
  staleTime: Infinity,
})

/** Asks for a type of event, or for all, so that such events are written for the next seven days. */
export const askForEvents = (type: string | undefined) =>
  answerOf(
    api.GET('/api/v1/events', {
      params: { query: { limit: 1, order: 'desc', subscribe: true, ...(type && { types: type }) } },
    }),
  )
