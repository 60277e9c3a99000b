import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { answerOf, api, atPath } from '../client.ts'
import { byCursor, fromCursor } from '../every-page.ts'
import type { RecipientFilter } from './jobs.ts'

/**
 * The figures of a job, step by step. `of` is the state of the job and part of the cache key, because the
 * figures change when the job ends and when failed recipients are retried.
 */
export const jobStepsQuery = (jobId: string, of = '') =>
  queryOptions({
    queryKey: ['jobs', jobId, 'steps', of],
    queryFn: () => answerOf(api.GET('/api/v1/jobs/{jobId}/steps', atPath({ jobId }))),
  })

/** The figures of all jobs of a spinner, step by step, for each version. */
export const spinnerStepsQuery = (spinnerId: string) =>
  queryOptions({
    queryKey: ['spinners', spinnerId, 'steps'],
    queryFn: () => answerOf(api.GET('/api/v1/spinners/{spinnerId}/steps', atPath({ spinnerId }))),
    staleTime: 0,
  })

/** Recipients in the jobs of one version with the step each has reached, newest job first. */
export const spinnerRecipientsQuery = (spinnerId: string, version: number, filter: RecipientFilter) =>
  infiniteQueryOptions({
    queryKey: ['spinners', spinnerId, 'recipients', version, filter],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/api/v1/spinners/{spinnerId}/recipients', {
          params: {
            path: { spinnerId },
            query: { version, ...filter, ...fromCursor(pageParam) },
          },
        }),
      ),
    ...byCursor,
    staleTime: 0,
  })
