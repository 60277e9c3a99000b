import type { TriggerData } from '../../domain/job/audience/trigger-request.ts'
import type { JobStatus, JobView } from '../../domain/job/job.ts'
import type { JobProgress } from '../../domain/job/progress.ts'
import type { FailedGroup } from '../../domain/job/recipient/failed-group.ts'
import type { Evidence, ReasonCode } from '../../domain/job/recipient/reason.ts'
import type { RecipientOfJob, RecipientView } from '../../domain/job/recipient/recipient.ts'
import type { RecipientState } from '../../domain/job/recipient/recipient-state.ts'
import type { SplitArmView } from '../../domain/job/split-arm-figures.ts'
import type { SpinnerFigures, StepFilter, VersionFigures } from '../../domain/job/step-figures.ts'
import type { OpenRecipients } from '../../domain/job/take-along.ts'
import type { Page, PageOf } from '../../domain/page.ts'
import type { Exit } from '../../domain/spinner/exit.ts'
import type { Program } from '../../domain/spinner/steps/program.ts'

export interface JobFilter {
  readonly spinnerId: string | null
  readonly status: JobStatus | null
}

export interface RecipientFilter {
  readonly state: RecipientState | null
  readonly reason: ReasonCode | null
  /** Returns only recipients that are shown at this step; null or absent for recipients at all steps. */
  readonly at?: StepFilter | null
}

/** The jobs of a spinner that run one of its versions. */
export interface JobsOfVersion {
  readonly organizationId: string
  readonly spinnerId: string
  readonly version: number
}

/**
 * Reads jobs, their recipients, and the steps at which the recipients are. Also deletes the recipients of jobs that
 * ended long ago.
 */
export abstract class JobQueries {
  abstract find(organizationId: string, jobId: string): Promise<JobView | null>

  /** Returns a page of jobs, latest first. */
  abstract list(organizationId: string, filter: JobFilter, page: Page): Promise<PageOf<JobView>>

  /**
   * Returns the recipients of a job that the runtime has reached, in the order of its work. The caller must
   * have checked that it may read the job.
   */
  abstract recipients(jobId: string, filter: RecipientFilter, page: Page): Promise<PageOf<RecipientView>>

  /**
   * Returns recipients of the latest jobs of a version, latest first, without failed recipients that were
   * retried.
   */
  abstract recipientsOf(
    jobs: JobsOfVersion,
    filter: RecipientFilter,
    page: Page,
  ): Promise<PageOf<RecipientOfJob>>

  /**
   * Returns the failed recipients of a job by step and reason, most frequent first. The caller must have
   * checked that it may read the job.
   */
  abstract failures(jobId: string): Promise<readonly FailedGroup[]>

  /** Returns the progress of a job from its start until now. The cost hardly depends on the job's size. */
  abstract progress(job: JobView): Promise<JobProgress>

  /** Returns the programs of jobs by job id. Leaves out jobs whose version is a plain list of steps. */
  abstract programsOf(
    organizationId: string,
    jobIds: readonly string[],
  ): Promise<ReadonlyMap<string, Program>>

  /**
   * Returns the unfinished recipients in jobs of a spinner that run other versions than `except`. The caller
   * must have checked that it may read the spinner.
   */
  abstract openOf(spinnerId: string, except: number): Promise<readonly OpenRecipients[]>

  /** Returns the figures of each branch of a job's split steps, even after the recipients were deleted. */
  abstract armsOf(organizationId: string, jobId: string): Promise<readonly SplitArmView[]>

  /**
   * Returns the figures of a job step by step; null if there is no such job. The cost hardly depends on the
   * job's size.
   */
  abstract figuresOfJob(organizationId: string, jobId: string): Promise<VersionFigures | null>

  /** Returns the figures of a spinner's latest jobs, by version and step. */
  abstract figuresOfSpinner(organizationId: string, spinnerId: string): Promise<SpinnerFigures>

  /**
   * Deletes a part of the recipients, deliveries and captured messages of a job that ended before a time. The
   * job and its counts stay. Returns false if there is nothing to delete.
   */
  abstract clearEnded(before: Date): Promise<boolean>
}

/**
 * The obstacles to a retry of failed recipients. `restored`: the recipients failed before the moment to which
 * the database was restored. They may have been run again since, and the requested codes do not include
 * RESTORED.
 */
export type RetryObstacle = 'none' | 'restored' | 'already' | 'deleted' | 'working' | 'cleared'

/** Selects failed recipients of a job: those with one of the codes, or all if `codes` is null. */
export interface FailedSelection {
  readonly jobId: string
  readonly codes: readonly ReasonCode[] | null
}

/** The failed recipients of a job that a retry would run again. */
export interface Retryable {
  readonly spinnerId: string
  readonly spinnerVersion: number
  /** The steps at which the recipients of the retry failed, in order. */
  readonly steps: readonly number[]
  /** The data that the trigger of the failed job sent. */
  readonly data: TriggerData | null
}

export interface RetryOrder extends FailedSelection {
  /** The id that the new job of the retry gets. */
  readonly newId: string
  readonly spinnerVersion: number
  readonly at: Date
  /** The id of the user who requested the retry; null if it was not a user. */
  readonly userId: string | null
}

export interface PauseOrder {
  readonly at: Date
  /** The id of the user who requested the pause; null if it was not a user. */
  readonly userId: string | null
}

export interface PausedRecipients {
  readonly open: readonly OpenRecipients[]
  readonly busy: ReadonlySet<string>
}

/** A recipient of a job: the record in a slice of the job. */
export interface RecipientPlace {
  readonly jobId: string
  readonly slice: number
  readonly recordId: string
}

/** The cause that ends the job of a recipient, or holds the recipient until a time. */
export interface ExitCause {
  readonly exit: Exit
  readonly code: ReasonCode
  readonly evidence: Evidence
  /** The time until which the recipient is held; null to stop the recipient permanently. */
  readonly until: Date | null
}

export interface JobStore {
  lockStatus(organizationId: string, id: string): Promise<JobStatus | null>
  /** Returns the id of a job's spinner; null if the organization has no such job. Locks nothing. */
  spinnerOf(organizationId: string, id: string): Promise<string | null>
  /**
   * Cancels a job. If the spinner takes new records, the records that the job has sent nothing are returned
   * to the spinner, and its next job takes them. Records in slices under a lease are returned when the
   * runtime releases the slice. The spinner must be locked, so that no trigger names these records meanwhile.
   */
  cancel(id: string, at: Date): Promise<void>
  /**
   * Pauses an unfinished job until it is resumed. A job that was paused with its spinner then stays paused
   * when the spinner is resumed. After the commit, only messages that were marked as being sent before are
   * still sent. Returns false if the job is already paused on its own.
   */
  pause(id: string, pause: PauseOrder): Promise<boolean>
  /** Resumes a paused job at the point where it stopped. */
  resume(id: string): Promise<void>
  /** Pauses all jobs of a spinner. The spinner must be locked and already be stored as paused. */
  pauseOf(spinnerId: string, pause: PauseOrder): Promise<void>
  /**
   * Waits, after the pause of a spinner is committed, for commits that are just marking messages as being
   * sent. No message of the spinner is marked after the call returns.
   */
  waitForMarksOf(spinnerId: string): Promise<void>
  /** Resumes the jobs that were paused with this spinner. */
  resumeOf(spinnerId: string): Promise<void>
  /**
   * Returns the failed recipients that no other job retries or has retried. Recipients that a cancelled retry
   * sent nothing can be retried again. The job must be locked. Locks its spinner.
   */
  retryable(failed: FailedSelection): Promise<Retryable | RetryObstacle>
  /** Queues a job that runs the recipients returned by `retryable` again. */
  retryFailed(order: RetryOrder): Promise<void>
  anyUnfinishedOf(spinnerId: string): Promise<boolean>
  /**
   * Returns the unfinished recipients in jobs of a spinner that run other versions than `except`. Until the
   * end of the transaction no runtime continues with them, except in the `busy` jobs. The spinner must be
   * locked.
   */
  holdOpen(spinnerId: string, except: number): Promise<PausedRecipients>
  /** Moves jobs to another version. A step that a runtime is working on is finished by the former version. */
  moveTo(jobIds: readonly string[], version: number): Promise<void>
  /**
   * Stops or holds a recipient, also in jobs that retry it, if the version of the job has this exit (such as
   * a reply). A recipient in a final state stays unchanged. A message that is being sent at this moment is
   * still sent, but no further one after this commit. Returns null if nothing changed.
   */
  stopRecipient(
    organizationId: string,
    place: RecipientPlace,
    ending: ExitCause,
  ): Promise<'stopped' | 'held' | null>
  /** Stops all recipients with steps left whose address this is, in jobs whose version has this exit. Returns the number of stopped recipients. */
  stopPerson(organizationId: string, address: string, ending: Omit<ExitCause, 'until'>): Promise<number>
}
