import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from '../client.ts'
import type { Job, Recipient } from '../schema.ts'

export type JobStatus = Job['status']
export type RecipientState = Recipient['state']
type ReasonCode = Job['reasons'][number]['code']

/** Of which recipients: all where it says nothing. */
export interface RecipientFilter {
  readonly state?: RecipientState
  readonly reason?: ReasonCode
  /** Where in the steps, from 0. */
  readonly step?: number
}

export interface JobFilter {
  readonly spinnerId?: string
  readonly status?: JobStatus
}

/** An end from which a job does not come back. */
export function hasEnded({ status }: Pick<Job, 'status'>): boolean {
  return status !== 'queued' && status !== 'running' && status !== 'paused'
}

/** The newest few. */
export const latestJobsQuery = queryOptions({
  queryKey: ['jobs', 'latest'],
  queryFn: () => answerOf(api.GET('/api/v1/jobs', { params: { query: { limit: 5 } } })),
})

export const jobsQuery = (filter: JobFilter) =>
  infiniteQueryOptions({
    queryKey: ['jobs', 'list', filter],
    queryFn: ({ pageParam }) =>
      answerOf(api.GET('/api/v1/jobs', { params: { query: { ...filter, ...after(pageParam) } } })),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

export const jobQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['jobs', jobId],
    queryFn: () => answerOf(api.GET('/api/v1/jobs/{jobId}', { params: { path: { jobId } } })),
  })

/**
 * What failed, by step and reason. `of` is what of the spinner it was asked about: whether a version, or the draft,
 * would go on with them changes with it.
 */
export const failuresQuery = (jobId: string, of = '') =>
  queryOptions({
    queryKey: ['jobs', jobId, 'failures', of],
    queryFn: () => answerOf(api.GET('/api/v1/jobs/{jobId}/failures', { params: { path: { jobId } } })),
    staleTime: 0,
  })

/** What became of those who took each arm of its splits. */
export const armsQuery = (jobId: string, ended = true) =>
  queryOptions({
    queryKey: ['jobs', jobId, 'arms', ended],
    queryFn: () => answerOf(api.GET('/api/v1/jobs/{jobId}/arms', { params: { path: { jobId } } })),
  })

/** The newest of a spinner. */
export const newestJobQuery = (spinnerId: string) =>
  queryOptions({
    queryKey: ['jobs', 'newest', spinnerId],
    queryFn: async () => {
      const query = { spinnerId, limit: 1 }
      return (await answerOf(api.GET('/api/v1/jobs', { params: { query } }))).items[0] ?? null
    },
  })

/** How it went over time. */
export const progressQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['jobs', jobId, 'progress'],
    queryFn: () => answerOf(api.GET('/api/v1/jobs/{jobId}/progress', { params: { path: { jobId } } })),
  })

/** Those of a job that are in one state or have one reason, or all. */
export const recipientsQuery = (jobId: string, filter: RecipientFilter = {}) =>
  infiniteQueryOptions({
    queryKey: ['jobs', jobId, 'recipients', filter],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/api/v1/jobs/{jobId}/recipients', {
          params: { path: { jobId }, query: { ...filter, ...after(pageParam) } },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

export function useCancelJob(jobId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => answerOf(api.POST('/api/v1/jobs/{jobId}/cancel', { params: { path: { jobId } } })),
    onSuccess: (job) => client.setQueryData(jobQuery(jobId).queryKey, job),
    onError: () => client.invalidateQueries({ queryKey: jobQuery(jobId).queryKey }),
  })
}

export function usePauseJob(jobId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => answerOf(api.POST('/api/v1/jobs/{jobId}/pause', { params: { path: { jobId } } })),
    onSuccess: (job) => client.setQueryData(jobQuery(jobId).queryKey, job),
    onError: () => client.invalidateQueries({ queryKey: jobQuery(jobId).queryKey }),
  })
}

export function useResumeJob(jobId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => answerOf(api.POST('/api/v1/jobs/{jobId}/resume', { params: { path: { jobId } } })),
    onSuccess: (job) => client.setQueryData(jobQuery(jobId).queryKey, job),
    onError: () => client.invalidateQueries({ queryKey: jobQuery(jobId).queryKey }),
  })
}

export interface Retry {
  readonly codes?: ReasonCode[]
  readonly version: 'same' | 'current'
}

/** Gives the new job, which has only failed recipients. */
export function useRetryFailed(jobId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Retry) =>
      answerOf(api.POST('/api/v1/jobs/{jobId}/retry-failed', { params: { path: { jobId } }, body })),
    meta: { shown: true },
    onSuccess: (job) => {
      client.setQueryData(jobQuery(job.id).queryKey, job)
      // Which names the new one from now on, and those who failed as run again.
      return client.invalidateQueries({ queryKey: jobQuery(jobId).queryKey })
    },
  })
}

function after(cursor: string | null): { cursor?: string } {
  return cursor === null ? {} : { cursor }
}
