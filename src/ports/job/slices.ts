import type { StepSettlement } from '../../domain/job/recipient/recipient.ts'
import type {
  ChosenSender,
  EarlierMail,
  SenderCandidates,
} from '../../domain/job/sending/sender-candidates.ts'
import type { Withheld } from '../../domain/job/sending/withheld.ts'
import type { Lease, LeasedSlice } from '../../domain/job/slice.ts'
import type { WaitFacts } from '../../domain/spinner/steps/wait-until.ts'

/**
 * The position of a slice (a group of up to 500 recipients of a job) in a turn. A turn is the time for which
 * a worker processes slices of one organization.
 */
export interface TurnPosition {
  /**
   * The number of slices that the worker has taken before in this turn, from 0. The number decides which kind
   * of job comes next, so that no kind delays the others.
   */
  readonly nth: number
  /** The ids of jobs of which a slice failed in this turn; they are skipped until the turn ends. */
  readonly without: readonly string[]
}

/** A recipient of a job that has just reached a step that waits. */
export interface StartedWait {
  readonly recordId: string
  readonly step: number
  /** The columns whose values end the wait; none if the wait depends on no column. */
  readonly columns: readonly string[]
}

/**
 * A recipient and the step whose message is to be marked as being sent. One call may contain several entries
 * for a recipient, each for another step, only with the rules `claims`.
 */
export interface SendingMark {
  readonly recordId: string
  readonly step: number
  /**
   * The recipient's e-mail address as `normalizedEmail` returns it, which may be suppressed; null if the
   * message has none.
   */
  readonly address: string | null
  /**
   * The senders of which one is chosen to send the message; null or absent if the message needs no sender.
   */
  readonly by?: SenderCandidates | null
  /** Whether the message answers the earlier e-mails to the recipient; false if absent. */
  readonly thread?: boolean
}

/** A message that was marked as being sent, with its address as `normalizedEmail` returns it. */
export interface WrittenMessage {
  readonly recordId: string
  readonly step: number
  readonly address: string
}

/**
 * The rules that are checked before a message is marked as being sent. The rules `claims` reserve the address
 * if no other recipient has reserved it. They ignore the contact policy and exclusive spinners, because the
 * message may have been sent already.
 */
export type RulesOfMark = 'all' | 'claims'

export interface MarkResult {
  /**
   * False if the job was paused or cancelled. In that case no message was marked as being sent, and none may
   * be sent.
   */
  readonly wasJobRunning: boolean
  /**
   * The outcomes of recipients whose message was not marked as being sent, because their address may not be
   * written to, or not yet; by record id.
   */
  readonly withheld: ReadonlyMap<string, Withheld>
  /** The sender that was chosen for each marked message, by record id. */
  readonly chosen: ReadonlyMap<string, ChosenSender>
  /**
   * The e-mails that each marked message with `thread` answers, oldest first, by record id. Empty or missing
   * if the message begins a conversation.
   */
  readonly earlier: ReadonlyMap<string, readonly EarlierMail[]>
}

/**
 * Stores the state of running jobs. The recipients of a job are divided into slices of up to 500. A worker
 * processes a slice under a lease, which ends by the database's clock. Every write names the lease. It throws
 * `LeaseLost` and changes nothing if another worker may have taken the slice.
 */
export abstract class Slices {
  /**
   * Leases the next due slice of a job, or a new slice of the next records of its audience; null if nothing
   * is due. A queued job becomes `running`, and a job without recipients becomes `completed`.
   */
  abstract take(jobId: string, lease: Lease): Promise<LeasedSlice | null>

  /**
   * Leases the next slice of any of an organization's jobs. Four kinds of jobs alternate: queued jobs, jobs
   * that are not completely in slices yet, jobs that are due for longest, and jobs that became due last. A
   * job whose slice cannot be leased is skipped.
   */
  abstract takeNext(organizationId: string, place: TurnPosition, lease: Lease): Promise<LeasedSlice | null>

  /**
   * Stores ("settles") the outcomes of recipients and marks the next messages as being sent, in one commit.
   * After a crash, only marked messages are in doubt. Renews the lease.
   *
   * The method reserves ("claims") the addresses of messages, which no other method does. An address is
   * claimed for a step of a job, so no step of a job writes to it twice. A spinner that writes once per
   * person also claims it for one recipient. Unless `rules` is `claims`, the contact policy is checked too.
   * If a message is known not to have been sent, its address is released.
   *
   * For each message that needs a sender, one is chosen, and the message counts in that sender's daily
   * budget. If every possible sender has reached its limit, the message is not marked.
   */
  abstract settleAndMark(
    slice: LeasedSlice,
    lease: Lease,
    settled: readonly StepSettlement[],
    next: readonly SendingMark[],
    rules?: RulesOfMark,
  ): Promise<MarkResult>

  /**
   * Stores when recipients reached a step that waits, and the values that its columns had then. Returns the
   * state of each wait. After this call, a change of the record makes its recipient due, even if the change
   * is not committed yet.
   */
  abstract beginWaits(
    slice: LeasedSlice,
    begun: readonly StartedWait[],
  ): Promise<ReadonlyMap<string, WaitFacts>>

  /** Returns whether the message of a step to a recipient was marked as being sent to this address. */
  abstract wroteTo(slice: LeasedSlice, message: WrittenMessage): Promise<boolean>

  /**
   * Stores the recipient whose message is about to be prepared. If the runtime crashes at this recipient, the
   * next runtime knows which one it was.
   */
  abstract notePreparing(slice: LeasedSlice, lease: Lease, recordId: string): Promise<void>

  /**
   * Ends the lease of a slice. Returns the seconds until the slice is due again; null for never. If it was
   * the last slice with recipients, the job becomes `completed` in the same commit.
   */
  abstract release(slice: LeasedSlice, lease: Lease): Promise<number | null>

  /**
   * Returns up to `most` ids of organizations with a job that has work now, in ascending order after the id
   * `after`. A job has work if it is queued, has due recipients, or has a slice whose lease has expired.
   * Waits for a change of a record count once the change is written.
   */
  abstract due(after: string | null, most: number): Promise<readonly string[]>

  /**
   * Queues a turn for each given organization, outside a transaction. An organization is in the queue only once and
   * keeps its position. An entry may get lost, because the sweep queues the organization again.
   */
  abstract requestTurns(organizationIds: readonly string[]): Promise<void>
}

/**
 * The error if the lease of a slice has passed to another runtime. The former holder must not continue with
 * the slice.
 */
export class LeaseLost extends Error {
  constructor() {
    super('The lease of this slice has passed to another runtime')
    this.name = 'LeaseLost'
  }
}
