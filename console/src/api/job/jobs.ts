import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api, atPath } from '../client.ts'
import { byCursor, fromCursor } from '../every-page.ts'
import type { Job, Recipient } from '../schema.ts'
import { storeAnswer } from '../store-answer.ts'

export type JobStatus = Job['status']
export type RecipientStatus = Recipient['status']
export type ReasonCode = Job['reasons'][number]['code']

/** A filter for a list of recipients by state, reason and step. An empty filter keeps all recipients. */
export interface RecipientFilter {
  readonly status?: RecipientStatus
  readonly reason?: ReasonCode
  /** The index of the step at which the listed recipients are, counted from 0. */
  readonly step?: number
}

export interface JobFilter {
  readonly spinnerId?: string
  readonly status?: JobStatus
  readonly version?: number
  readonly source?: Job['source']
  /** Lists only jobs that were created at this time or later. */
  readonly since?: string
  /** Lists only jobs that were created at this time or earlier. */
  readonly until?: string
}

/** Returns true if the job is in a final state. */
export function hasEnded({ status }: Pick<Job, 'status'>): boolean {
  return status !== 'queued' && status !== 'running' && status !== 'paused'
}

/** The query of the organization's 5 newest jobs. */
export const latestJobsQuery = queryOptions({
  queryKey: ['jobs', 'latest'],
  queryFn: () => answerOf(api.GET('/api/v1/jobs', { params: { query: { limit: 5 } } })),
})

export const jobsQuery = (filter: JobFilter) =>
  infiniteQueryOptions({
    queryKey: ['jobs', 'list', filter],
    queryFn: ({ pageParam }) =>
      answerOf(api.GET('/api/v1/jobs', { params: { query: { ...filter, ...fromCursor(pageParam) } } })),
    ...byCursor,
  })

export const jobQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['jobs', jobId],
    queryFn: () => answerOf(api.GET('/api/v1/jobs/{jobId}', atPath({ jobId }))),
  })

/**
 * Failed recipients of a job by step and reason. `of` is the state of the job or of the spinner's draft; it
 * is part of the cache key, because the answer changes with it.
 */
export const failuresQuery = (jobId: string, of = '') =>
  queryOptions({
    queryKey: ['jobs', jobId, 'failures', of],
    queryFn: () => answerOf(api.GET('/api/v1/jobs/{jobId}/failures', atPath({ jobId }))),
    staleTime: 0,
  })

/** The failed recipients of a job, loaded again when more have failed or a retry has begun. */
export const failuresToRetryQuery = ({ id, counts, retries }: Job) =>
  failuresQuery(id, `${counts.failed} ${retries.length}`)

/** The results of the recipients in each branch of the split steps of a job. */
export const armsQuery = (jobId: string, ended = true) =>
  queryOptions({
    queryKey: ['jobs', jobId, 'branches', ended],
    queryFn: () => answerOf(api.GET('/api/v1/jobs/{jobId}/branches', atPath({ jobId }))),
  })

/** The newest job of a spinner. */
export const newestJobQuery = (spinnerId: string) =>
  queryOptions({
    queryKey: ['jobs', 'newest', spinnerId],
    queryFn: async () => {
      const query = { spinnerId, limit: 1 }
      return (await answerOf(api.GET('/api/v1/jobs', { params: { query } }))).items[0] ?? null
    },
  })

/** The query of a job's progress: how many recipients were in each state at several times. */
export const progressQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['jobs', jobId, 'progress'],
    queryFn: () => answerOf(api.GET('/api/v1/jobs/{jobId}/progress', atPath({ jobId }))),
  })

/** Recipients of a job, limited by state, reason and step if the filter names them. */
export const recipientsQuery = (jobId: string, filter: RecipientFilter = {}) =>
  infiniteQueryOptions({
    queryKey: ['jobs', jobId, 'recipients', filter],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET('/api/v1/jobs/{jobId}/recipients', {
          params: { path: { jobId }, query: { ...filter, ...fromCursor(pageParam) } },
        }),
      ),
    ...byCursor,
  })

export function useCancelJob(jobId: string) {
  return useJobAction(jobId, () => answerOf(api.POST('/api/v1/jobs/{jobId}/cancel', atPath({ jobId }))))
}

export function usePauseJob(jobId: string) {
  return useJobAction(jobId, () => answerOf(api.POST('/api/v1/jobs/{jobId}/pause', atPath({ jobId }))))
}

export function useResumeJob(jobId: string) {
  return useJobAction(jobId, () => answerOf(api.POST('/api/v1/jobs/{jobId}/resume', atPath({ jobId }))))
}

/** Returns a mutation that stores the job of its answer, and reads the job again after a failure. */
function useJobAction(jobId: string, action: () => Promise<Job>) {
  const client = useQueryClient()
  const { queryKey } = jobQuery(jobId)
  return useMutation({
    mutationFn: action,
    onSuccess: (job) => storeAnswer(client, queryKey, job),
    onError: () => client.invalidateQueries({ queryKey }),
  })
}

export interface Retry {
  readonly codes?: ReasonCode[]
  readonly steps?: number[]
  readonly version: 'same' | 'current'
}

/**
 * Starts a retry of a job's failed recipients and returns the new job, which contains only these recipients.
 */
export function useRetryFailed(jobId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Retry) =>
      answerOf(api.POST('/api/v1/jobs/{jobId}/retry-failed', { ...atPath({ jobId }), body })),
    meta: { shown: true },
    onSuccess: (job) => {
      client.setQueryData(jobQuery(job.id).queryKey, job)
      // Reloads the job that was retried, because it now names the new job and counts the failed recipients
      // as retried.
      return client.invalidateQueries({ queryKey: jobQuery(jobId).queryKey })
    },
  })
}

/** Starts a retry of the failed recipients of each job of a spinner. */
export function useRetryFailedOfSpinner(spinnerId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Retry) =>
      answerOf(api.POST('/api/v1/spinners/{spinnerId}/retry-failed', { ...atPath({ spinnerId }), body })),
    meta: { shown: true },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['jobs'] }),
        client.invalidateQueries({ queryKey: ['spinners'] }),
      ]),
  })
}
