import type { JobStatus } from '../../domain/job/job.ts'
import type { ReasonCode } from '../../domain/job/reason.ts'
import type { OpenRecipients } from '../../domain/job/take-along.ts'

/** What stands in the way of running failed recipients of a job again. */
export type RetryObstacle = 'none' | 'already' | 'deleted' | 'working' | 'cleared'

/** Which failed recipients of a job: those with one of the codes, or all. */
export interface FailedOf {
  readonly jobId: string
  readonly codes: readonly ReasonCode[] | null
}

/** What would be run again. */
export interface Retryable {
  readonly spinnerId: string
  readonly spinnerVersion: number
  /** The steps at which they failed, in order. */
  readonly steps: readonly number[]
}

export interface RetryOrder extends FailedOf {
  /** The id that the new job gets. */
  readonly newId: string
  readonly spinnerVersion: number
  readonly at: Date
}

export interface HeldOpen {
  readonly open: readonly OpenRecipients[]
  readonly busy: ReadonlySet<string>
}

export interface JobStore {
  lockStatus(organizationId: string, id: string): Promise<JobStatus | null>
  /**
   * Ends a job before its time. Of a spinner over new records what it had not begun goes back, and the next job takes it;
   * what a runtime holds goes back when it is let go.
   */
  cancel(id: string, at: Date): Promise<void>
  /**
   * Those who failed and whom no other job runs again, or has; of a job that was cancelled, whom it had not begun are free
   * again. The job must be locked; locks its spinner.
   */
  retryable(failed: FailedOf): Promise<Retryable | RetryObstacle>
  /** Queues a job over those that `retryable` tells of. */
  retryFailed(order: RetryOrder): Promise<void>
  anyUnfinishedOf(spinnerId: string): Promise<boolean>
  /**
   * Who is on the way in jobs of a spinner that run other versions than one. No runtime goes on with any of them before the
   * end of the transaction, but in `busy` ones. The spinner must be locked.
   */
  holdOpen(spinnerId: string, except: number): Promise<HeldOpen>
  /** From here on the jobs run another version: what a runtime is at is finished by the one before. */
  moveTo(jobIds: readonly string[], version: number): Promise<void>
}
