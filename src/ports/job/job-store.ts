import type { TriggerData } from '../../domain/job/audience/audience-wish.ts'
import type { JobStatus } from '../../domain/job/job.ts'
import type { ReasonCode } from '../../domain/job/recipient/reason.ts'
import type { OpenRecipients } from '../../domain/job/take-along.ts'

/**
 * The obstacles to running failed recipients of a job again. `restored`: they failed before the moment to which
 * the database was restored and may have been run again since, and RESTORED is not among the codes.
 */
export type RetryObstacle = 'none' | 'restored' | 'already' | 'deleted' | 'working' | 'cleared'

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
  /** The data that the trigger of the job sent. */
  readonly data: TriggerData | null
}

export interface RetryOrder extends FailedOf {
  /** The id that the new job gets. */
  readonly newId: string
  readonly spinnerVersion: number
  readonly at: Date
  /** Who asks for it. */
  readonly userId: string | null
}

export interface PauseOrder {
  readonly at: Date
  /** Who asks for it; null where it is no user. */
  readonly userId: string | null
}

export interface HeldOpen {
  readonly open: readonly OpenRecipients[]
  readonly busy: ReadonlySet<string>
}

export interface JobStore {
  lockStatus(organizationId: string, id: string): Promise<JobStatus | null>
  /** Whose job it is; null where the organization has no such job. Nothing is locked. */
  spinnerOf(organizationId: string, id: string): Promise<string | null>
  /**
   * Ends a job before its time. Of a spinner over new records what it had not begun goes back, and the next job takes
   * it; what a runtime holds goes back when it is let go. The spinner must be locked: what goes back must not be named
   * meanwhile.
   */
  cancel(id: string, at: Date): Promise<void>
  /**
   * Holds a job that has not ended until it is resumed; one that is paused with its spinner stays so when the spinner
   * goes on. What is not marked as being sent when it is committed is not sent before. False where it is so already.
   */
  pause(id: string, pause: PauseOrder): Promise<boolean>
  /** Lets it go on where it stood. */
  resume(id: string): Promise<void>
  /** Holds all jobs of a spinner, which must be locked and say that it is paused. */
  pauseOf(spinnerId: string, pause: PauseOrder): Promise<void>
  /** Once that is committed: waits for the messages that were just being marked. None is after it. */
  waitForMarksOf(spinnerId: string): Promise<void>
  /** Lets those go on that were paused with their spinner. */
  resumeOf(spinnerId: string): Promise<void>
  /**
   * Those who failed and whom no other job runs again, or has; of a job that was cancelled, whom it had not begun are
   * free again. The job must be locked; locks its spinner.
   */
  retryable(failed: FailedOf): Promise<Retryable | RetryObstacle>
  /** Queues a job over those that `retryable` tells of. */
  retryFailed(order: RetryOrder): Promise<void>
  anyUnfinishedOf(spinnerId: string): Promise<boolean>
  /**
   * Who is on the way in jobs of a spinner that run other versions than one. No runtime goes on with any of them before
   * the end of the transaction, but in `busy` ones. The spinner must be locked.
   */
  holdOpen(spinnerId: string, except: number): Promise<HeldOpen>
  /** From here on the jobs run another version: what a runtime is at is finished by the one before. */
  moveTo(jobIds: readonly string[], version: number): Promise<void>
}
