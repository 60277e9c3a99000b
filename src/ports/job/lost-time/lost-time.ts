import type { ReasonCode } from '../../../domain/job/recipient/reason.ts'

/** A spinner whose records may have been taken by a job of which the database knows nothing. */
export interface Untaken {
  readonly organizationId: string
  readonly spinnerId: string
}

/** Everything that a database which was restored to an earlier moment holds and that may have gone on since. */
/** A job that has recipients to write to. */
export interface OpenJob {
  readonly id: string
  /** Whether the job was begun after the restored moment, over records that no job had taken. */
  readonly isBegunSince: boolean
}

export abstract class LostTime {
  /**
   * Brings it to where all of it can be met: nobody holds a slice, what was to begin meanwhile is queued, what
   * cancelled jobs had let go has gone back, who waits for something that may have come meanwhile, by these reasons, is
   * due, and no id is given a second time.
   */
  abstract open(ended: readonly ReasonCode[]): Promise<void>
  /** Spinners whose start was due and could not be made. */
  abstract spinnersStillDue(): Promise<readonly string[]>
  /**
   * Published spinners that write mail to new records and have not taken all of them. A spinner that starts by itself
   * is among them, because anybody may have started it by a call as well.
   */
  abstract untaken(): Promise<readonly Untaken[]>
  /** Starts a job over what nobody has taken, as a trigger does. False where the plan leaves no room for it. */
  abstract take(untaken: Untaken, jobId: string, period: string): Promise<boolean>
  /** Queues jobs whose time has come meanwhile, as a runtime would have. */
  abstract beginScheduled(): Promise<void>
  /** How many there are: they stay so, because only people know whether somebody has resumed them meanwhile. */
  abstract pausedJobs(): Promise<number>
  /** Some of those that go on, in the order of their ids, after one or from the first. */
  abstract openJobs(after: string | null, restoredTo: Date): Promise<readonly OpenJob[]>
  /** Pauses a job, and lets nobody hold a slice. */
  abstract holdJob(jobId: string): Promise<void>
  /** Pauses a spinner that is published, with its jobs; answers how many were paused. */
  abstract holdSpinner(spinnerId: string): Promise<number>
  /** The same for all of them. */
  abstract holdSpinners(): Promise<number>
  /**
   * Counts as sent today what each sender may have sent since, also a sender that had sent nothing before: as many
   * messages as fit into the time with its gap, or all that its day allows if it has no gap. The gap begins now.
   */
  abstract spendBudgets(since: Date): Promise<void>
}
