import type { Actor } from '../../domain/account/audit/actor.ts'
import type { JobStatus } from '../../domain/job/job.ts'
import type { RecipientOfJob } from '../../domain/job/recipient/recipient.ts'
import type { ActionObstacle, RecipientAction } from '../../domain/job/recipient/recipient-action.ts'
import type { Evidence } from '../../domain/reason.ts'
import type { SegmentExclusion } from '../../domain/spinner/segment/exclusion.ts'
import type { Program } from '../../domain/spinner/steps/program.ts'
import type { Where } from '../../domain/spinner/where/where.ts'
import type { InTransaction } from '../in-transaction.ts'
import type { RecipientFilter } from './jobs.ts'

/** The recipients of a job that a user chose: by their records, a condition on the records, or their state. */
export type RecipientSelection =
  | { readonly kind: 'recordIds'; readonly ids: readonly string[] }
  | { readonly kind: 'where'; readonly where: Where }
  | { readonly kind: 'filter'; readonly filter: RecipientFilter }

/** A job whose recipients a user acts on. */
export interface ActedJob {
  readonly spinnerId: string
  readonly spinnerVersion: number
  readonly status: JobStatus
  /** Whether recipients of the job were deleted, because it ended long ago. */
  readonly isCleared: boolean
}

export interface RecipientActionOrder {
  readonly jobId: string
  readonly slice: number
  readonly recordIds: readonly string[]
  readonly action: RecipientAction
  readonly program: Program
  readonly evidence: Evidence
  /** The records that the act may not take past their first step, because excluded segments have them. */
  readonly excludedIds: readonly string[]
}

/** A recipient that is to run again from a step although messages were sent to it. */
export interface RepeatOrder {
  readonly jobId: string
  readonly slice: number
  readonly recordId: string
  readonly step: number
  /** The id of the job in which the recipient runs again. */
  readonly newId: string
  readonly by: Actor
  readonly evidence: Evidence
}

export interface RecipientActionResult {
  /** The ids of the recipients that were changed. */
  readonly changed: readonly string[]
  /** The obstacles of all other recipients, by the ids of their records. */
  readonly obstacles: ReadonlyMap<string, ActionObstacle>
}

/** A slice of a job that may have selected recipients. */
export interface SelectedSlice {
  readonly no: number
  /**
   * The number of recipients that the selection contains by the counts of the slice; a condition counts all recipients.
   * Null if a runtime works on the slice, or has never released it.
   */
  readonly stored: number | null
}

/** An act on many recipients that is stored until it has reached all slices of the job. */
export interface PendingAction {
  readonly id: string
  readonly organizationId: string
  readonly jobId: string
  readonly action: RecipientAction
  readonly selection: RecipientSelection
  readonly by: Actor
  readonly createdAt: Date
  /** The last slice that is done; 0 before the first slice. */
  readonly lastSlice: number
  /** The number of recipients that were changed so far. */
  readonly changed: number
}

/** Acts of users on single recipients of jobs, also while the jobs run. */
export abstract class RecipientActionStore {
  /** Locks a job against its deletion, and returns it; null if the organization has no such job. Lock the spinner before. */
  abstract lockJob(this: InTransaction, organizationId: string, jobId: string): Promise<ActedJob | null>
  /** Returns the segments that the trigger of a job excluded; null if it excluded none. */
  abstract exclusionOf(jobId: string): Promise<SegmentExclusion | null>
  /** Returns the slice of the recipient of a record; null if the job has not reached the record. */
  abstract sliceOf(jobId: string, recordId: string): Promise<number | null>
  /** Returns the recipient of a record, as the API shows it; null if there is none. */
  abstract recipient(jobId: string, slice: number, recordId: string): Promise<RecipientOfJob | null>
  /**
   * Returns up to `most` slices of a job after a slice that may have selected recipients, in their order; all of them if
   * `most` is null. Slices whose stored counts show no such recipient are left out.
   */
  abstract slicesWith(
    jobId: string,
    selection: RecipientSelection,
    after: number,
    most: number | null,
  ): Promise<readonly SelectedSlice[]>
  /** Returns the records of the recipients of a slice that a selection may contain; a condition selects all. */
  abstract selected(jobId: string, slice: number, selection: RecipientSelection): Promise<readonly string[]>
  /**
   * Changes recipients of a slice that have no obstacle. A runtime that has the lease of the slice stores no outcome for
   * changed recipients, and sends them nothing before it releases the slice. A completed job runs again if it has
   * unfinished recipients afterwards. The spinner of the job must be locked.
   */
  abstract act(this: InTransaction, order: RecipientActionOrder): Promise<RecipientActionResult>
  /**
   * Starts a job in which a recipient runs again from a step that has sent a message to it. Call it in the transaction in
   * which `act` has found the obstacle.
   */
  abstract repeat(this: InTransaction, order: RepeatOrder): Promise<void>
  /** Returns for each recipient of a slice with one of these records what would prevent the act; null if nothing would. */
  abstract obstacles(
    jobId: string,
    slice: number,
    recordIds: readonly string[],
    action: RecipientAction,
    excludedIds: readonly string[],
  ): Promise<readonly (ActionObstacle | null)[]>
  abstract addPending(this: InTransaction, action: PendingAction): Promise<void>
  /** Returns the ids of up to `most` pending acts that no call works on. */
  abstract idle(most: number): Promise<readonly string[]>
  /** Takes a pending act for ten minutes; null if it is done, or another call works on it. */
  abstract takePending(this: InTransaction, id: string): Promise<PendingAction | null>
  /**
   * Stores the last slice that is done with the number of its changed recipients, and extends the time for the work.
   * Returns false if another call has taken it.
   */
  abstract extendPending(
    this: InTransaction,
    id: string,
    before: number,
    lastSlice: number,
    changed: number,
  ): Promise<boolean>
  /** Locks a pending act, and returns the number of recipients that it has changed so far; 0 if it has ended. */
  abstract changedBy(this: InTransaction, id: string): Promise<number>
  abstract releasePending(this: InTransaction, id: string): Promise<void>
  /** Deletes a pending act. Returns false if another call has ended it. */
  abstract endPending(this: InTransaction, id: string): Promise<boolean>
}
