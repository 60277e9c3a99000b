import type { SliceOfJob } from '../../domain/job/slices-to-renew.ts'
import type { ReasonCode } from '../../domain/reason.ts'

/** A change or deletion of a sender. It outdates the times until which recipients wait for the sender. */
export interface SenderChange {
  readonly organizationId: string
  readonly senderId: string
  readonly since: Date
  /** Whether the change also ends the rest of the sender. */
  readonly endsRest: boolean
}

/** A change of an organization's contact policy or time zone. It outdates the times of waits with some reasons. */
export interface OrganizationChange {
  readonly organizationId: string
  readonly reasons: readonly ReasonCode[]
  readonly since: Date
}

/** Changes of one sender or organization whose work a call has begun. */
export interface TakenWaitChange {
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
 * Stores changes of senders and organizations until the recipients whose waits they outdate were checked again. After
 * the commit of a change, `renewWaits` does this work. A periodic task does it for a change whose process has died, or has
 * too many recipients for a request.
 */
export interface OutdatedWaitStore {
  outdateSender(change: SenderChange): Promise<void>
  /** Stores a change of an organization, with the reasons of its former changes that are not finished. */
  outdateOrganization(change: OrganizationChange): Promise<void>
  /**
   * Returns the ids of changed senders and organizations whose work no call does at present, at most `most`. Some of the
   * senders may be deleted.
   */
  untaken(most: number): Promise<readonly string[]>
  /**
   * Begins or continues the work that is left after changes of a sender or an organization. For a new change, frees the
   * times that the sender has given to waiting recipients, and ends its rest if the change says so. Returns null if no
   * work is left.
   */
  take(subjectId: string, now: Date): Promise<TakenWaitChange | null>
  /**
   * Extends the time for the work of a taken change by ten minutes, and stores the last slice that is done. Returns false
   * if the work is done, or another call has taken the change.
   */
  keep(change: TakenWaitChange, done: SliceOfJob | null): Promise<boolean>
  /** Leaves the work for a taken change to another call, which continues after the last slice that is done. */
  release(change: TakenWaitChange, done: SliceOfJob | null): Promise<void>
  /** Ends the work for a taken change, unless the subject changed again or another call has taken the change. */
  end(change: TakenWaitChange): Promise<void>
  /**
   * Returns the slices whose recipients may have outdated waits after a taken change, in the order in which slices are
   * locked.
   */
  slicesWaiting(change: TakenWaitChange): Promise<readonly SliceOfJob[]>
  /** Makes the recipients of some slices due whose waits a taken change outdates. */
  makeDue(change: TakenWaitChange, slices: readonly SliceOfJob[]): Promise<void>
}
