import type { StepSettlement } from '../../domain/job/recipient/recipient.ts'
import type { ChosenSender, SenderCandidates } from '../../domain/job/sending/sender-candidates.ts'
import type { Withheld } from '../../domain/job/sending/withheld.ts'
import type { Lease, LeasedSlice } from '../../domain/job/slice.ts'
import type { WaitFacts } from '../../domain/spinner/steps/wait-until.ts'

/** The position of a slice in an organization's turn. */
export interface TurnPosition {
  /**
   * The index of the slice among the slices that a worker processes in one turn of the organization, from 0.
   * The index decides which kind of job comes next, so that no kind delays the others.
   */
  readonly nth: number
  /** The ids of jobs to pass over, because they failed in this turn. */
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
 * A recipient about to be sent a step's message. With the rule `claims` a call may hold several marks of one recipient,
 * each for another step.
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
 * The rules that are applied when a message is marked. `claims` only claims the address, unless another
 * recipient has claimed it, and ignores the contact policy and exclusive spinners. It is for messages that
 * may have left already.
 */
export type RulesOfMark = 'all' | 'claims'

export interface Marked {
  /** False if the job was paused or cancelled. Then nothing was marked, and nothing more may be sent. */
  readonly isJobRunning: boolean
  /**
   * The outcomes of recipients that were not marked, because their address may never be written to, or not
   * yet.
   */
  readonly withheld: ReadonlyMap<string, Withheld>
  /** The senders that were chosen for marked recipients. */
  readonly chosen: ReadonlyMap<string, ChosenSender>
}

/**
 * The state of running jobs. A slice is worked on under a lease by the database's clock. Every write names
 * the lease and fails with `LeaseLost`, without any change, once the lease is lost.
 */
export abstract class Slices {
  /**
   * Takes the next due slice of a job, or a new one cut off its audience; null if nothing is due. Changes a
   * queued job to `running`, and a job with an empty audience to `completed`.
   */
  abstract take(jobId: string, lease: Lease): Promise<LeasedSlice | null>

  /**
   * Takes the next slice of any of an organization's jobs. Four kinds of jobs get slices alike: queued jobs,
   * large ones, those due for longest, and those that came due last. A job that cannot be taken is passed
   * over.
   */
  abstract takeNext(organizationId: string, place: TurnPosition, lease: Lease): Promise<LeasedSlice | null>

  /**
   * Writes the send ledger: in one commit it stores the outcomes of messages so far and marks the next
   * messages as being sent. So a crash leaves only the marked messages in doubt. Renews the lease.
   *
   * Addresses are claimed only here: for a step of a job, and for one recipient of a spinner that writes once
   * per person. So no step of a job writes to an address twice, however many processes run. The contact
   * policy is checked here too, unless `rules` is `claims`. A message that is known not to have gone out
   * gives its claim back.
   *
   * The sender of each message that needs one is also chosen here, and its budget used. A message without
   * room at a sender is not marked.
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
   * Stores the recipient whose message is about to be made, so that the next runtime knows it if this runtime
   * stops there.
   */
  abstract notePreparing(slice: LeasedSlice, lease: Lease, recordId: string): Promise<void>

  /**
   * Gives back the lease of a slice. Returns the seconds until the slice is due again; null for never. With
   * its last slice a job becomes `completed`, in the same commit.
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
