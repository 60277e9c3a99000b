import type { StepSettlement } from '../../domain/job/recipient/recipient.ts'
import type { ChosenSender, SenderCandidates } from '../../domain/job/sending/sender-candidates.ts'
import type { Withheld } from '../../domain/job/sending/withheld.ts'
import type { Lease, LeasedSlice } from '../../domain/job/slice.ts'
import type { WaitFacts } from '../../domain/spinner/steps/wait-until.ts'

/**
 * The position of a slice (up to 500 recipients of a job) in an organization's turn, which is its share of a
 * worker.
 */
export interface TurnPosition {
  /**
   * The index of the slice among the slices that a worker processes in one turn of the organization, from 0.
   * The index decides which kind of job comes next, so that no kind delays the others.
   */
  readonly nth: number
  /** The ids of jobs that are skipped, because one of their slices failed in this turn. */
  readonly without: readonly string[]
}

/** A recipient that has reached a step that waits. */
export interface StartedWait {
  readonly recordId: string
  readonly step: number
  /** The column that the step reads; null if it waits without a column. */
  readonly column: string | null
}

/**
 * A recipient that is about to be sent the message of a step. With the rule `claims` a call may have several
 * marks of one recipient, each for another step.
 */
export interface SendingMark {
  readonly recordId: string
  readonly step: number
  /**
   * The recipient's e-mail address as `normalizedEmail` returns it, which may be suppressed; null if the
   * message has none.
   */
  readonly address: string | null
  /** The senders from which one is chosen for the message; null or absent if the message needs no sender. */
  readonly by?: SenderCandidates | null
}

/**
 * The rules that are checked when a message is marked as being sent. `claims` only reserves the address,
 * unless another recipient has reserved it, and ignores the contact policy and exclusive spinners. It is for
 * messages that may have been sent already.
 */
export type RulesOfMark = 'all' | 'claims'

export interface Marked {
  /** False if the job was paused or cancelled. Then nothing was marked, and nothing more may be sent. */
  readonly isJobRunning: boolean
  /**
   * The outcomes of recipients that were not marked as being sent to, because no message may be sent to their
   * address, or not yet.
   */
  readonly withheld: ReadonlyMap<string, Withheld>
  /** The senders that were chosen for marked recipients. */
  readonly chosen: ReadonlyMap<string, ChosenSender>
}

/**
 * The state of running jobs. The recipients of a job are divided into slices of up to 500. A worker processes
 * a slice under a lease, whose end is measured by the database's clock. Every write names the lease, and
 * fails with `LeaseLost` without any change once another worker may have it.
 */
export abstract class Slices {
  /**
   * Leases the next due slice of a job, or a new slice made of the next records of its audience; null if
   * nothing is due. Changes a queued job to `running`, and a job with an empty audience to `completed`.
   */
  abstract take(jobId: string, lease: Lease): Promise<LeasedSlice | null>

  /**
   * Leases the next slice of any of an organization's jobs. Four kinds of jobs alternate: queued jobs, jobs
   * that are not completely in slices yet, jobs that are due for longest, and jobs that became due last. A
   * job whose slice cannot be leased is skipped.
   */
  abstract takeNext(organizationId: string, place: TurnPosition, lease: Lease): Promise<LeasedSlice | null>

  /**
   * Stores the outcomes of recipients ("settles" them) and marks the next messages as being sent, in one
   * commit. So a crash leaves only the marked messages in doubt. Renews the lease.
   *
   * No other method reserves ("claims") addresses: for a step of a job, and for one recipient of a spinner
   * that writes once per person. So no step of a job writes to an address twice, however many processes run.
   * The contact policy is checked here too, unless `rules` is `claims`. The address of a message that is
   * known not to have been sent is released.
   *
   * The sender of each message that needs one is also chosen here, and the message counts in the sender's
   * daily budget. A message for which no sender has room is not marked.
   */
  abstract settleAndMark(
    slice: LeasedSlice,
    lease: Lease,
    settled: readonly StepSettlement[],
    next: readonly SendingMark[],
    rules?: RulesOfMark,
  ): Promise<Marked>

  /**
   * Stores the times when recipients reached a step that waits, and the values of its column then. Returns
   * the state of each wait. After the call, a change of a record makes its recipient due (`due`), even a
   * change that is not yet committed.
   */
  abstract beginWaits(
    slice: LeasedSlice,
    begun: readonly StartedWait[],
  ): Promise<ReadonlyMap<string, WaitFacts>>

  /**
   * Stores the recipient whose message is about to be prepared, so that the next runtime knows it if this
   * runtime crashes there.
   */
  abstract notePreparing(slice: LeasedSlice, lease: Lease, recordId: string): Promise<void>

  /**
   * Ends the lease of a slice. Returns the seconds until the slice is due again; null for never. If it was
   * the last slice with recipients, the job becomes `completed` in the same commit.
   */
  abstract release(slice: LeasedSlice, lease: Lease): Promise<number | null>

  /**
   * Returns organizations with a job that has work now: queued, due, or left under an expired lease. They are
   * in the order of their ids, after `after`. Recipients that wait for a change of their record are due once
   * it was written.
   */
  abstract due(after: string | null, most: number): Promise<readonly string[]>
}

/** The lease has passed to another runtime; the former holder must not continue with the slice. */
export class LeaseLost extends Error {
  constructor() {
    super('The lease of this slice has passed to another runtime')
    this.name = 'LeaseLost'
  }
}
