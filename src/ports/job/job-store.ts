import type { JobStatus } from '../../domain/job/job.ts'

/** What stands in the way of running the failed recipients of a job again, if anything. */
export type RetryAnswer = 'queued' | 'none' | 'already' | 'deleted' | 'working' | 'cleared'

export interface JobStore {
  lockStatus(organizationId: string, id: string): Promise<JobStatus | null>
  cancel(id: string, at: Date): Promise<void>
  /** Queues a job over the failed recipients of another, once; the other must be locked. */
  retryFailed(id: string, newId: string, at: Date): Promise<RetryAnswer>
  anyUnfinishedOf(spinnerId: string): Promise<boolean>
}
