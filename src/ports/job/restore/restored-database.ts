import type { ReasonCode } from '../../../domain/reason.ts'

/**
 * A spinner with records that it has not taken in the restored database. A job that was lost by the restore
 * may have taken them.
 */
export interface UntakenRecords {
  readonly organizationId: string
  readonly spinnerId: string
}

/**
 * An unfinished job in the restored database. Messages to its recipients may have been sent before the
 * restore, which the database no longer knows.
 */
export interface OpenJob {
  readonly id: string
  /** Whether the work after the restore started this job itself, for records that no job had taken. */
  readonly isBegunSince: boolean
}

/**
 * Prepares a database that was restored to an earlier moment, in which everything since that moment is
 * missing. Stores that moment until the work after the restore is finished.
 */
export abstract class RestoredDatabase {
  /**
   * Makes the restored database ready for work. Releases all slices, queues scheduled jobs whose start time
   * has passed, and returns the records of cancelled jobs to their spinners. Makes recipients due that wait
   * for a reason in `ended`, because the wait may be over. Ends all sessions, and removes links that set a
   * password or sign a user in, because they may have been used since. Resumes jobs that are paused because
   * their organization is to be deleted, because an owner may have undone the deletion since. Resumes all
   * jobs of spinners whose resumption was unfinished, and pauses all jobs of paused spinners. Skips ids that
   * may have been used after the restored moment.
   */
  abstract open(ended: readonly ReasonCode[]): Promise<void>
  /** Returns the ids of the spinners whose automatic start is still due, because it could not be made. */
  abstract spinnersStillDue(): Promise<readonly string[]>
  /**
   * Returns published spinners that send e-mail to new records and have records left to take. Includes
   * spinners that start automatically, because a trigger request may have started a lost job too.
   */
  abstract untaken(): Promise<readonly UntakenRecords[]>
  /**
   * Starts a job over the records that no job has taken, as a trigger does. Returns false if the plan has no
   * room for it.
   */
  abstract take(untaken: UntakenRecords, jobId: string, period: string): Promise<boolean>
  /** Queues scheduled jobs whose start time has passed, as a runtime would have. */
  abstract beginScheduled(): Promise<void>
  /**
   * Returns the number of paused jobs. They stay paused, because only people know whether the jobs were
   * resumed after the restored moment.
   */
  abstract pausedJobs(): Promise<number>
  /** Returns some unfinished jobs in the order of their ids, after the job `after` or from the first. */
  abstract openJobs(after: string | null, restoredTo: Date): Promise<readonly OpenJob[]>
  /** Releases all slices of a job and pauses it. */
  abstract holdJob(jobId: string): Promise<void>
  /** Pauses a published spinner with its automatic starts and its jobs. Returns the number of paused spinners. */
  abstract holdSpinner(spinnerId: string): Promise<number>
  /** Pauses all published spinners as `holdSpinner` pauses one. Returns the number of paused spinners. */
  abstract holdSpinners(): Promise<number>
  /**
   * Counts against each sender's limit of today the messages that it may have sent since the restored moment.
   * This is as many as its gap between messages allows; without a gap, the whole daily limit. Applies even to
   * senders without messages in the restored database. The next gap begins now. The messages also count for the pools
   * of the senders, at most as many as a pool has room for.
   */
  abstract spendBudgets(since: Date): Promise<void>
  /**
   * Returns the moment to which the database was restored, as long as the work after the restore is
   * unfinished; otherwise null.
   */
  abstract pending(): Promise<Date | null>
  /** Stores the moment to which PostgreSQL's point-in-time recovery restored the database. */
  abstract noteRestored(moment: Date): Promise<void>
  /** Stores that the work after the restore is finished, and the figures of that work. */
  abstract noteFinished(figures: object): Promise<void>
  /**
   * Returns the time of the latest event that is stored in the database, but never a time in the future. Null
   * for an empty database.
   */
  abstract lastMoment(): Promise<Date | null>
  /** Returns the number of runtimes that are connected to the database at this moment. */
  abstract connectedRuntimes(): Promise<number>
  /**
   * Returns the last append of each table, for the tables that received records most recently, latest first.
   */
  abstract lastAppends(most: number): Promise<readonly LastAppend[]>
}

/**
 * The last request that added records to a table before the restored moment. Sources may have to repeat later
 * requests, which are lost.
 */
export interface LastAppend {
  readonly organization: string
  readonly table: string
  readonly at: Date
  readonly requestId: string
}
