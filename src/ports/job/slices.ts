import type { Settlement } from '../../domain/job/recipient.ts'
import type { Lease, LeasedSlice } from '../../domain/job/slice.ts'
import type { SuppressionReason } from '../../domain/person/suppression.ts'

/** A recipient about to be sent a step's message. */
export interface SendingMark {
  readonly recordId: string
  /** Whom the organization may have been asked to leave alone, as `normalizedEmail` leaves it. */
  readonly address: string | null
}

export interface Marked {
  /** False when the job was cancelled: nothing was marked, and nothing more may be sent. */
  readonly goesOn: boolean
  /** Recipients that were not marked, because their address is suppressed. */
  readonly withheld: ReadonlyMap<string, SuppressionReason>
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
   * The send ledger: enters what became of the messages sent so far and, in the same commit, the next
   * ones as being sent. A crash leaves no more than the marked ones in doubt. Renews the lease.
   */
  abstract settleAndMark(
    slice: LeasedSlice,
    lease: Lease,
    settled: readonly Settlement[],
    next: readonly SendingMark[],
  ): Promise<Marked>

  /** Notes whose message is about to be made, for the runtime that comes after if this one stops at it. */
  abstract notePreparing(slice: LeasedSlice, lease: Lease, recordId: string): Promise<void>

  /**
   * Gives the lease back. Answers in how many seconds the slice is due again, null for never. With its last
   * slice a job is `completed`, in the same commit.
   */
  abstract release(slice: LeasedSlice, lease: Lease): Promise<number | null>

  /** Jobs that have something to do now: queued, due, or left behind under an expired lease. */
  abstract due(most: number): Promise<readonly string[]>
}

/** Thrown to a runtime whose lease has passed to another: it must not carry on with the slice. */
export class LeaseLost extends Error {
  constructor() {
    super('The lease of this slice has passed to another runtime')
    this.name = 'LeaseLost'
  }
}
