import { infiniteQueryOptions } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'

/**
 * The query of the e-mails in the outbox, newest first: e-mails of one job, or of all jobs, that were
 * captured instead of sent.
 */
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
