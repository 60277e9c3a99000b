import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'
import type { RecipientFilter } from './jobs.ts'

/** How a job goes, step by step. `of` is what of it was known then: its figures change once more when it ends, and when failed ones are run again. */
export const jobStepsQuery = (jobId: string, of = '') =>
  queryOptions({
    queryKey: ['jobs', jobId, 'steps', of],
    queryFn: () => answerOf(api.GET('/api/v1/jobs/{jobId}/steps', { params: { path: { jobId } } })),
  })

/** The same of all jobs of a spinner, by version. */
export const spinnerStepsQuery = (spinnerId: string) =>
  queryOptions({
    queryKey: ['spinners', spinnerId, 'steps'],
    queryFn: () =>
      answerOf(api.GET('/api/v1/spinners/{spinnerId}/steps', { params: { path: { spinnerId } } })),
    staleTime: 0,
  })

/** Who stands where in the jobs of a version, the latest job first. */
export const spinnerRecipientsQuery = (spinnerId: string, version: number, filter: RecipientFilter) =>
  infiniteQueryOptions({
    queryKey: ['spinners', spinnerId, 'recipients', version, filter],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/api/v1/spinners/{spinnerId}/recipients', {
          params: {
            path: { spinnerId },
            query: { version, ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) },
          },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  })
