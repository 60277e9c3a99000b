import type { ReasonCode } from '../../../domain/job/recipient/reason.ts'

/** A spinner whose records may have been taken by a job that the restored database does not know. */
export interface UntakenRecords {
  readonly organizationId: string
  readonly spinnerId: string
}

/** An unfinished job of the restored database, with recipients to write to. */
export interface OpenJob {
  readonly id: string
  /** Whether the job began after the restored moment, over records that no job had taken. */
  readonly isBegunSince: boolean
}

/**
 * A database restored to an earlier moment: the moment, until the operator has dealt with it, and the data that may
 * have changed in the real world since.
 */
export abstract class RestoredDatabase {
  /**
   * Prepares the restored database. Releases all slices, queues scheduled jobs whose start time has passed,
   * and returns the records of cancelled jobs to their spinners. Makes recipients due that wait for one of
   * the reasons in `ended`, because an event may have ended their wait. Skips ids that may have been given
   * out since.
   */
  abstract open(ended: readonly ReasonCode[]): Promise<void>
  /** Returns the ids of the spinners whose automatic start was due and could not be made. */
  abstract spinnersStillDue(): Promise<readonly string[]>
  /**
   * Returns published spinners that send e-mail to new records and have not taken all of them. Spinners that
   * start automatically are among them, because a trigger request may have started them as well.
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
  /** Pauses a published spinner with its jobs. Returns the number of paused spinners. */
  abstract holdSpinner(spinnerId: string): Promise<number>
  /** Pauses all published spinners with their jobs. Returns the number of paused spinners. */
  abstract holdSpinners(): Promise<number>
  /**
   * Counts as sent today the messages that each sender may have sent after the restored moment, even if it
   * had sent none before. These are as many as fit into the time with the sender's gap, or the whole day's
   * limit if it has no gap. The gap begins now.
   */
  abstract spendBudgets(since: Date): Promise<void>
  /**
   * Returns the moment to which the database was restored, until the operator has dealt with the messages
   * sent since; otherwise null.
   */
  abstract pending(): Promise<Date | null>
  /** Stores the moment to which point-in-time recovery of PostgreSQL restored the database. */
  abstract noteRestored(moment: Date): Promise<void>
  /** Stores that the pending restoration was dealt with, and the figures of that work. */
  abstract noteFinished(figures: object): Promise<void>
  /**
   * Returns the time of the last event that the database contains, never later than the real time; null for
   * an empty database.
   */
  abstract lastMoment(): Promise<Date | null>
  /** Returns the number of runtimes that are connected to the database at this moment. */
  abstract connectedRuntimes(): Promise<number>
  /** Returns the last append of each of the tables that received records last, latest first. */
  abstract lastAppends(most: number): Promise<readonly LastAppend[]>
}

/**
 * The last append to a table that the restored database contains. Sources may have to repeat later requests.
 */
export interface LastAppend {
  readonly organization: string
  readonly table: string
  readonly at: Date
  readonly requestId: string
}
