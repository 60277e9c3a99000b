import type { Settlement } from '../../domain/job/recipient/recipient.ts'
import type { Withheld } from '../../domain/job/recipient/withheld.ts'
import type { Lease, LeasedSlice } from '../../domain/job/slice.ts'
import type { ChosenSender, SenderWish } from '../../domain/sender/pacing/sender-wish.ts'
import type { Awaited } from '../../domain/spinner/steps/wait-until.ts'

/** Which slice of an organization's turn it is. */
export interface TurnPlace {
  /** From 0. What kind of job comes next follows from it, so that no kind keeps the others waiting. */
  readonly nth: number
  /** Jobs that are to be passed over, because they failed in this turn. */
  readonly without: readonly string[]
}

/** A recipient that has come to a step which waits for something. */
export interface BegunWait {
  readonly recordId: string
  readonly step: number
  /** The column that the step looks at. */
  readonly column: string | null
}

/**
 * A recipient about to be sent a step's message. With the rule `claims` a call may hold several marks of one recipient,
 * each for another step.
 */
export interface SendingMark {
  readonly recordId: string
  readonly step: number
  /** Whom the organization may have been asked to leave alone, as `normalizedEmail` leaves it. */
  readonly address: string | null
  /** Null, or left out, for what needs no sender. */
  readonly by?: SenderWish | null
}

/**
 * The rules that a mark asks. `claims` takes an address unless another recipient has claimed it, whatever the contact
 * policy and exclusive spinners say: for messages that may have left already.
 */
export type RulesOfMark = 'all' | 'claims'

export interface Marked {
  /** False when the job was cancelled: nothing was marked, and nothing more may be sent. */
  readonly goesOn: boolean
  /** What came of recipients that were not marked: their address may not be written to, or not yet. */
  readonly withheld: ReadonlyMap<string, Withheld>
  /** By whom each of the marked ones goes that needs a sender. */
  readonly chosen: ReadonlyMap<string, ChosenSender>
}

/**
 * The truth about running jobs. A slice is worked on under a lease by the database's clock; every
 * write names the lease and changes nothing once it is lost (`LeaseLost`).
 */
export abstract class Slices {
  /**
   * The next due slice of a job, or a new one cut off its audience; null when nothing is due. Takes a
   * queued job to `running`, and one with an empty audience to `completed`.
   */
  abstract take(jobId: string, lease: Lease): Promise<LeasedSlice | null>

  /**
   * The same for the next of an organization's jobs: those that are queued, large ones, those that are due for longest
   * and those that came due last get slices alike. A job that cannot be taken is passed over.
   */
  abstract takeNext(organizationId: string, place: TurnPlace, lease: Lease): Promise<LeasedSlice | null>

  /**
   * The send ledger: enters what became of the messages sent so far and, in the same commit, the next
   * ones as being sent. A crash leaves no more than the marked ones in doubt. Renews the lease.
   *
   * Here, and nowhere else, an address is claimed for a step of a job, and for one recipient of its spinner where that
   * writes once per person: whatever happens at once, in however many processes, no step of a job writes to one address
   * twice. The contact policy is checked here too, unless `rules` is `claims`. A message that is known not to have gone
   * out gives its claim back.
   *
   * Here too a sender is chosen for each message that needs one, and its budget taken; who finds no room is not marked.
   */
  abstract settleAndMark(
    slice: LeasedSlice,
    lease: Lease,
    settled: readonly Settlement[],
    next: readonly SendingMark[],
    rules?: RulesOfMark,
  ): Promise<Marked>

  /**
   * Notes since when recipients are at a step that waits for something, and what a column said then; answers how it
   * stands. From here on a change of their records makes them due (`due`), also one that is not committed yet.
   */
  abstract beginWaits(slice: LeasedSlice, begun: readonly BegunWait[]): Promise<ReadonlyMap<string, Awaited>>

  /** Notes whose message is about to be made, for the runtime that comes after if this one stops at it. */
  abstract notePreparing(slice: LeasedSlice, lease: Lease, recordId: string): Promise<void>

  /**
   * Gives the lease back. Answers in how many seconds the slice is due again, null for never. With its last
   * slice a job is `completed`, in the same commit.
   */
  abstract release(slice: LeasedSlice, lease: Lease): Promise<number | null>

  /**
   * Organizations with a job that has something to do now: queued, due, or left behind under an expired lease. In order
   * of their ids, after one. Those who wait for a change of their record are due once it was written.
   */
  abstract due(after: string | null, most: number): Promise<readonly string[]>
}

/** Thrown to a runtime whose lease has passed to another: it must not carry on with the slice. */
export class LeaseLost extends Error {
  constructor() {
    super('The lease of this slice has passed to another runtime')
    this.name = 'LeaseLost'
  }
}
