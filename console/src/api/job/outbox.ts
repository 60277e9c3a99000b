import { infiniteQueryOptions } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'

/** Captured messages of a job, or of all jobs, newest first. */
export const outboxQuery = (jobId: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['outbox', jobId ?? 'all'],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/api/v1/outbox', {
          params: {
            query: {
              ...(jobId === undefined ? {} : { jobId }),
              ...(pageParam === null ? {} : { cursor: pageParam }),
            },
          },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
