import { infiniteQueryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client.ts'

/** Captured messages, the newest first. */
export const outboxQuery = infiniteQueryOptions({
  queryKey: ['outbox'],
  queryFn: ({ pageParam }) =>
    answerOf(
      api.GET('/api/v1/outbox', { params: { query: pageParam === null ? {} : { cursor: pageParam } } }),
    ),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
})
