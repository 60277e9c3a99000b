import type { Actor } from '../../domain/account/audit/actor.ts'
import type { JobSource, JobStatus, JobView } from '../../domain/job/job.ts'
import type { JobProgress } from '../../domain/job/progress.ts'
import type { FailedGroup } from '../../domain/job/recipient/failed-group.ts'
import type { RecipientOfJob, RecipientView } from '../../domain/job/recipient/recipient.ts'
import type { RecipientStatus } from '../../domain/job/recipient/recipient-status.ts'
import type { OpenRecipients } from '../../domain/job/recipient-move.ts'
import type { SliceOfJob } from '../../domain/job/slices-to-renew.ts'
import type { SplitBranchView } from '../../domain/job/split-branch-figures.ts'
import type { SpinnerFigures, StepFilter, VersionFigures } from '../../domain/job/step-figures.ts'
import type { Page, PageOf } from '../../domain/page.ts'
import type { Evidence, ReasonCode } from '../../domain/reason.ts'
import type { ExitOfRecipient } from '../../domain/spinner/exit.ts'
import type { Program } from '../../domain/spinner/steps/program.ts'
import type { TriggerData } from '../../domain/spinner/trigger-data.ts'
import type { InTransaction } from '../in-transaction.ts'
import type { MessagePlace } from '../sender/message/message-tokens.ts'

export interface JobFilter {
  readonly spinnerId: string | null
  readonly status: JobStatus | null
  /** The version of the spinner that the listed jobs run; absent or null for jobs of all versions. */
  readonly version?: number | null
  readonly source?: JobSource | null
  /** The earliest time at which a listed job was created (inclusive). */
  readonly since?: Date | null
  /** The latest time at which a listed job was created (inclusive). */
  readonly until?: Date | null
  /** The ids of the projects whose jobs are listed; absent or null for the whole organization. */
  readonly projectIds?: readonly string[] | null
}

export interface RecipientFilter {
  readonly status: RecipientStatus | null
  readonly reason: ReasonCode | null
  /** Returns only recipients that are shown at this step; null or absent for recipients at all steps. */
  readonly at?: StepFilter | null
}

/** Selects the jobs of a spinner that run one version of it. */
export interface JobsOfVersion {
  readonly organizationId: string
  readonly spinnerId: string
  readonly version: number
}

/**
 * The reasons why failed recipients cannot be retried. `restored`: they failed before the moment to which the
 * database was restored. They may have been retried after it, and the requested codes do not include
 * RESTORED. `stopped`: after they had failed, they replied, unsubscribed, complained or bounced.
 */
export type RetryObstacle = 'none' | 'restored' | 'stopped' | 'already' | 'deleted' | 'working' | 'cleared'

/**
 * Selects the failed recipients of a job that have one of these reason codes and failed at one of these steps; null or
 * absent selects failures with all codes, or at all steps.
 */
export interface FailedSelection {
  readonly jobId: string
  readonly codes: readonly ReasonCode[] | null
  readonly steps?: readonly number[] | null
}

/** The failed recipients of a job that a retry would run again. */
export interface Retryable {
  readonly spinnerId: string
  readonly spinnerVersion: number
  /** The steps at which the recipients failed that are to be retried, in the order of the steps. */
  readonly steps: readonly number[]
  /** The data that the trigger of the failed job sent. */
  readonly data: TriggerData | null
}

/** Jobs of a spinner with failed recipients that were not retried. */
export interface FailedJobs {
  readonly spinnerId: string
  /** The codes and the steps of which a job has a failed recipient; null for all. */
  readonly codes: readonly string[] | null
  readonly steps: readonly number[] | null
  /** The id of the job after which the jobs begin; null for the first ones. */
  readonly after: string | null
  readonly most: number
}

export interface RetryOrder extends FailedSelection {
  /** The id that the new job of the retry gets. */
  readonly newId: string
  readonly spinnerVersion: number
  readonly at: Date
  /** The user or API key that requested the retry. The new job names it as the one that started it. */
  readonly by: Actor
}

export interface PauseOrder {
  readonly at: Date
  /** The id of the user or API key that requested the pause; null if it was neither. */
  readonly actorId: string | null
}

export interface PausedRecipients {
  readonly open: readonly OpenRecipients[]
  readonly busy: ReadonlySet<string>
}

/**
 * Identifies a recipient of a job by its record and by the slice (a group of up to 500 recipients) that
 * contains it.
 */
export interface RecipientPlace {
  readonly jobId: string
  readonly slice: number
  readonly recordId: string
}

/** An event, such as a reply, that stops a recipient of a job or holds it until a time. */
export interface ExitCause {
  readonly exit: ExitOfRecipient
  readonly code: ReasonCode
  readonly evidence: Evidence
  /** The time until which the recipient is held; null to stop the recipient permanently. */
  readonly until: Date | null
}

/** A change or deletion of a sender. It outdates the times until which recipients wait for the sender. */
export interface SenderChange {
  readonly organizationId: string
  readonly senderId: string
  readonly since: Date
  /** Whether the change also ends the cooldown of the sender. */
  readonly endsCooldown: boolean
}

/** A change of an organization's contact policy or time zone. It outdates the times of waits with some reasons. */
export interface OrganizationChange {
  readonly organizationId: string
  readonly reasons: readonly ReasonCode[]
  readonly since: Date
}

/** Changes of one sender or organization whose work a call has begun. */
export interface WaitChange {
  readonly organizationId: string
  /** The id of the sender or of the organization. */
  readonly subjectId: string
  /** The reasons of the outdated waits; null for the waits for the sender. */
  readonly reasons: readonly ReasonCode[] | null
  readonly since: Date
  /** The present time, by the test clock of a test organization. */
  readonly at: Date
  /** The last slice whose recipients were made due, also for a former change; null before the first slice. */
  readonly done: SliceOfJob | null
  /**
   * The slice after which the work for the present change began; null for the first slice. The work goes on to the last
   * slice, then from the first slice to this one.
   */
  readonly from: SliceOfJob | null
}

/**
 * Reads jobs, their recipients, and the steps at which the recipients are. Deletes the recipients of jobs
 * that ended long ago.
 */
export abstract class JobStore {
  abstract find(organizationId: string, jobId: string): Promise<JobView | null>

  /** Returns a page of an organization's jobs, latest first. */
  abstract list(organizationId: string, filter: JobFilter, page: Page): Promise<PageOf<JobView>>

  /**
   * Returns the recipients of a job that the runtime has reached, in the order of its work. The caller must
   * have checked that it may read the job.
   */
  abstract recipients(jobId: string, filter: RecipientFilter, page: Page): Promise<PageOf<RecipientView>>

  /**
   * Returns recipients of the jobs that run one version of a spinner, among the jobs that `figuresOfSpinner` counts,
   * latest first. Leaves out failed recipients that were retried.
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

  /**
   * Returns the steps of each job's version, with the branches between them, by job id. Leaves out jobs whose
   * version has only plain steps, which run one after the other.
   */
  abstract programsOf(
    organizationId: string,
    jobIds: readonly string[],
  ): Promise<ReadonlyMap<string, Program>>

  /**
   * Returns the numbers of unfinished recipients by job and step, in jobs of a spinner that do not run
   * version `except`. The caller must have checked that it may read the spinner.
   */
  abstract openOf(spinnerId: string, except: number): Promise<readonly OpenRecipients[]>

  /**
   * Returns the figures of each branch of a job's split steps. They stay available after the recipients were
   * deleted.
   */
  abstract armsOf(organizationId: string, jobId: string): Promise<readonly SplitBranchView[]>

  /**
   * Returns the figures of a job step by step; null if there is no such job. The cost hardly depends on the
   * job's size.
   */
  abstract figuresOfJob(organizationId: string, jobId: string): Promise<VersionFigures | null>

  /** Returns the figures of a spinner's latest jobs, by version and step. */
  abstract figuresOfSpinner(organizationId: string, spinnerId: string): Promise<SpinnerFigures>

  /**
   * Deletes one batch of the recipients, deliveries, captured and logged messages of a job that ended before a time.
   * The age of a job of a test organization is measured by its test clock. The job and its counts stay, and so
   * does everything of a job whose retry is not deleted yet. Returns false if nothing is left to delete.
   */
  abstract clearEnded(before: Date): Promise<boolean>

  /**
   * Tells the runtimes, when the transaction commits, of organizations that have started a job or need a turn for
   * another reason. An idle runtime takes the turn at once; a busy one queues it (`Slices.requestTurns`). If no runtime receives
   * the notification, a sweep queues the turn. Every runtime runs a sweep each second.
   */
  abstract announceTurns(this: InTransaction, organizationIds: readonly string[]): Promise<void>
  abstract lockStatus(this: InTransaction, organizationId: string, id: string): Promise<JobStatus | null>
  /** Returns the id of a job's spinner; null if the organization has no such job. Locks nothing. */
  abstract spinnerOf(organizationId: string, id: string): Promise<string | null>
  /**
   * Cancels a job. If the spinner takes new records, its next job takes the records to which this job has
   * sent nothing. Records in slices that a runtime is processing follow when the runtime releases the slice.
   * The spinner must be locked, so that no trigger names these records meanwhile.
   */
  abstract cancel(this: InTransaction, id: string, at: Date): Promise<void>
  /**
   * Pauses an unfinished job until it is resumed, even if its spinner is resumed earlier. After the commit,
   * only messages that were already marked as being sent are still sent. Returns false if this job was paused
   * before, other than with its spinner.
   */
  abstract pause(this: InTransaction, id: string, pause: PauseOrder): Promise<boolean>
  /** Resumes a paused job at the point where it stopped. */
  abstract resume(this: InTransaction, id: string): Promise<void>
  /**
   * Pauses the jobs of a spinner whose slices runtimes hold. The spinner must be locked and already be stored as
   * paused; no slice of its other jobs is leased then.
   */
  abstract pauseHeldOf(this: InTransaction, spinnerId: string): Promise<void>
  /**
   * Pauses up to `most` unfinished jobs of a paused spinner, in the order of their ids, after the job `after` (null to
   * begin with the first job). Returns the id of the last job that it paused; null if no such job is left, or if the
   * spinner is no longer paused.
   */
  abstract pauseNextOf(
    this: InTransaction,
    spinnerId: string,
    after: string | null,
    most: number,
  ): Promise<string | null>
  /**
   * Waits until transactions that are marking messages of a paused spinner as being sent have ended. After
   * it, no further message of the spinner is sent. Call it after the pause is committed. `spinnerId` null waits
   * for the paused jobs of the whole organization.
   */
  abstract waitForMarksOf(
    this: InTransaction,
    organizationId: string,
    spinnerId: string | null,
  ): Promise<void>
  /**
   * Resumes up to `most` jobs that were paused together with this spinner. Jobs that were paused on their own stay
   * paused. Returns the number of resumed jobs; 0 if none is left, or if the spinner is paused again.
   */
  abstract resumeNextOf(this: InTransaction, spinnerId: string, most: number): Promise<number>
  /**
   * Resumes up to `most` jobs of a spinner that is resumed while some of its jobs are not. Passes over spinners that
   * are being resumed. Returns the number of resumed jobs; 0 if no such spinner is left.
   */
  abstract finishSpinnerResumptions(this: InTransaction, most: number): Promise<number>
  /**
   * Pauses up to `most` jobs of each status of an organization that is to be deleted; `most` null pauses the jobs whose
   * slices runtimes hold. Returns the number of jobs that it paused.
   */
  abstract pauseOfOrganization(
    this: InTransaction,
    organizationId: string,
    pause: PauseOrder,
    most: number | null,
  ): Promise<number>
  /**
   * Resumes up to `most` jobs that were paused because their organization was to be deleted. Jobs that people
   * paused, or whose spinner is paused, stay paused. Returns 0 if no such job is left.
   */
  abstract resumeOfOrganization(this: InTransaction, organizationId: string, most: number): Promise<number>
  /**
   * Returns the failed recipients that a retry would run again, or the obstacle. A recipient is retried once,
   * and again only if a cancelled retry sent it nothing; never if it was stopped since it failed. Recipients of an
   * unfinished job whose slice a runtime holds are left out. The job must be locked. Locks its spinner and its slices.
   */
  abstract retryable(this: InTransaction, failed: FailedSelection): Promise<Retryable | RetryObstacle>
  /** Queues a job that runs the recipients returned by `retryable` again. */
  abstract retryFailed(this: InTransaction, order: RetryOrder): Promise<void>
  /** Returns the ids of jobs of a spinner with failed recipients that no retry has run, oldest first. */
  abstract failedJobsOf(organizationId: string, which: FailedJobs): Promise<readonly string[]>
  /**
   * Returns the ids of segments that were deleted, among the named ones and those that the trigger of the job excluded.
   */
  abstract lostSegmentsOf(jobId: string, segmentIds: readonly string[]): Promise<readonly string[]>
  abstract anyUnfinishedOf(spinnerId: string): Promise<boolean>
  /**
   * Returns the numbers of unfinished recipients by job and step, in jobs of a spinner that do not run
   * version `except`. No runtime processes these recipients until the end of the transaction, except in the
   * jobs in `busy`. The spinner must be locked.
   */
  abstract holdOpen(this: InTransaction, spinnerId: string, except: number): Promise<PausedRecipients>
  /**
   * Makes jobs continue with another version of their spinner. If a runtime is at a recipient's step, it
   * finishes the step by the previous version.
   */
  abstract moveTo(this: InTransaction, jobIds: readonly string[], version: number): Promise<void>
  /**
   * Stops or holds a recipient because of an event such as a reply, if the job's version reacts to it. The
   * event also applies to jobs that retry the recipient. A recipient that has failed stays failed, but a stop
   * keeps it out of every retry, even if its job has ended; other final recipients stay unchanged. A message that
   * is being sent is still sent, but none after this commit. Returns null if nothing changed.
   */
  abstract stopRecipient(
    this: InTransaction,
    organizationId: string,
    place: RecipientPlace,
    ending: ExitCause,
  ): Promise<'stopped' | 'held' | null>
  /**
   * Stops all unfinished or failed recipients with this e-mail address because of an event, in jobs whose
   * version reacts to it. Returns the number of stopped recipients. For a reply, `answered` is the message that was
   * answered: with the exit `reply`, other recipients than its own are stopped if their version reacts to
   * `replyElsewhere`; with the exit `unsubscribe`, the person asked by the reply for no more mail. Recipients that were
   * not written to yet are stopped when their message is marked, if their version reacts to the same. A job that is triggered after this moment is
   * not stopped by the reply.
   */
  abstract stopPerson(
    this: InTransaction,
    organizationId: string,
    address: string,
    ending: Omit<ExitCause, 'until'> & { readonly answered?: MessagePlace },
  ): Promise<number>
  /**
   * Stores a change of a sender or an organization until the recipients whose waits it outdates were checked again. The
   * reasons of former changes of an organization that are not finished stay. After the commit, `renewWaits` does this
   * work. A periodic task does it for a change whose process has died, or has too many recipients for a request.
   */
  abstract outdateWaits(this: InTransaction, change: SenderChange | OrganizationChange): Promise<void>
  /**
   * Returns the ids of changed senders and organizations whose waiting recipients must still be checked again, and which
   * no call checks at present; at most `most`. Some of the senders may be deleted.
   */
  abstract idleWaitChanges(most: number): Promise<readonly string[]>
  /**
   * Begins or continues the work that is left after changes of a sender or an organization. For a new change, frees the
   * times that the sender has given to waiting recipients, and ends its cooldown if the change says so. Returns null
   * if no work is left.
   */
  abstract beginWaitChange(this: InTransaction, subjectId: string, now: Date): Promise<WaitChange | null>
  /**
   * Extends the time for the work of a change that was begun by ten minutes, and stores the last slice that is done.
   * Returns false if the work is done, or another call has begun it.
   */
  abstract extendWaitChange(
    this: InTransaction,
    change: WaitChange,
    done: SliceOfJob | null,
  ): Promise<boolean>
  /** Leaves the work for a change to another call, which continues after the last slice that is done. */
  abstract releaseWaitChange(this: InTransaction, change: WaitChange, done: SliceOfJob | null): Promise<void>
  /** Ends the work for a change, unless the subject changed again or another call has begun the work. */
  abstract endWaitChange(this: InTransaction, change: WaitChange): Promise<void>
  /** Returns the slices whose recipients may have waits that a change outdates, in the order in which slices are locked. */
  abstract slicesWaiting(change: WaitChange): Promise<readonly SliceOfJob[]>
  /** Makes the recipients of some slices due whose waits a change outdates. */
  abstract makeDue(this: InTransaction, change: WaitChange, slices: readonly SliceOfJob[]): Promise<void>
}
