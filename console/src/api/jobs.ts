import { queryOptions } from '@tanstack/react-query'
import { answerOf, api } from './client.ts'

/** The newest few. */
export const latestJobsQuery = queryOptions({
  queryKey: ['jobs', 'latest'],
  queryFn: () => answerOf(api.GET('/api/v1/jobs', { params: { query: { limit: 5 } } })),
})

export const jobQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['jobs', jobId],
    queryFn: () => answerOf(api.GET('/api/v1/jobs/{jobId}', { params: { path: { jobId } } })),
  })
