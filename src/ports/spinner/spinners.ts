import type { Reach } from '../../domain/account/reach.ts'
import type { Page, PageOf } from '../../domain/page.ts'
import type { AudienceRange } from '../../domain/spinner/audience.ts'
import type { ExistingChoice } from '../../domain/spinner/existing.ts'
import type { Goal } from '../../domain/spinner/goal.ts'
import type { SegmentEntry } from '../../domain/spinner/segment/segment-entry.ts'
import type {
  Spinner,
  SpinnerVersion,
  SpinnerView,
  StoppedStart,
  VersionEntry,
} from '../../domain/spinner/spinner.ts'
import type { Starts } from '../../domain/spinner/starts.ts'
import type { InTransaction } from '../in-transaction.ts'

/**
 * The ids of records for which a job over new records makes an exception to its rule, which goes by the order
 * of arrival.
 */
export interface AudienceExceptions {
  /**
   * Records that the next job takes although they arrived earlier, because a cancelled job of the spinner has
   * returned them.
   */
  readonly givenBack: ReadonlySet<string>
  /**
   * Records that jobs over new records skip although they are new, because a trigger has already named them.
   */
  readonly passedOver: ReadonlySet<string>
}

export interface DueStart {
  readonly spinnerId: string
  readonly organizationId: string
  readonly starts: Starts
  /** The time at which the automatic start of a job is due; a past time if the start was missed. */
  readonly dueAt: Date
}

export interface StartOrder extends DueStart {
  /** The id that the new job gets. */
  readonly jobId: string
  readonly now: Date
  /** The month in which the plan counts the job, such as "2026-11". */
  readonly period: string
  /** The time of the next automatic start after this one; null if none follows. */
  readonly nextAt: Date | null
}

/**
 * The outcome of an automatic start. `empty`: no records, so no job. `taken`: another process made this
 * start, or the spinner was paused, published or unpublished meanwhile. `refused`: the plan allows no further
 * job, or the spinner is no longer published; nothing was written, and the start stays due.
 */
export type StartOutcome = 'started' | 'empty' | 'taken' | 'refused'

/** The goal of a version of a spinner that is a condition on the record. */
export interface WatchedGoal {
  readonly organizationId: string
  readonly dataTableId: string
  readonly spinnerId: string
  readonly version: number
  readonly goal: Goal
}

/**
 * Stores spinners, their versions and their automatic starts. Lock the spinner before changing its automatic
 * starts.
 */
export abstract class SpinnerStore {
  /**
   * Returns a page of spinners within a reach: of one project, or of all if `projectId` is null. A limited reach
   * contains a spinner only if it contains the projects of the spinner and of its data table.
   */
  abstract list(reach: Reach, page: Page, projectId?: string | null): Promise<PageOf<SpinnerView>>
  abstract find(organizationId: string, id: string): Promise<SpinnerView | null>
  /**
   * Returns the range of records that a job of the spinner would take if it started now; null if the spinner
   * is not published.
   */
  abstract audience(organizationId: string, id: string): Promise<AudienceRange | null>
  /**
   * Returns the number of records that no job of a spinner has taken, even if the spinner is not published.
   */
  abstract existing(organizationId: string, id: string): Promise<number>
  /** Returns the number of records that have entered the segment of a spinner and wait for a job. */
  abstract waitingEntries(spinnerId: string): Promise<number>
  /** Returns what is stored about entries of the given records into the segment of a spinner, in the order of the ids. */
  abstract entriesAmong(spinnerId: string, recordIds: readonly string[]): Promise<readonly SegmentEntry[]>
  /**
   * Returns which of the given records are exceptions for a job over new records: taken although old, or
   * skipped although new.
   */
  abstract exceptionsAmong(
    spinnerId: string,
    records: readonly { readonly recordId: string; readonly seq: number }[],
  ): Promise<AudienceExceptions>
  /**
   * Returns a page of the versions of a spinner that were published at any time, latest first. Empty if the
   * organization does not have the spinner.
   */
  abstract versions(organizationId: string, id: string, page: Page): Promise<PageOf<VersionEntry>>
  /** Returns a version of a spinner that the organization has; null if the spinner is in the bin. */
  abstract version(organizationId: string, id: string, version: number): Promise<SpinnerVersion | null>
  abstract add(this: InTransaction, spinner: Spinner, version: SpinnerVersion | null): Promise<void>
  abstract lock(this: InTransaction, organizationId: string, id: string): Promise<Spinner | null>
  /** Stores a spinner that is locked, also in the bin. */
  abstract save(this: InTransaction, spinner: Spinner): Promise<void>
  /**
   * Marks all records that are in the spinner's table now as taken, including records that cancelled jobs
   * returned. So the next job takes only later records. The spinner must be locked.
   */
  abstract excludeExisting(this: InTransaction, spinnerId: string): Promise<void>
  abstract addVersion(this: InTransaction, version: SpinnerVersion, publishedAt: Date): Promise<void>
  /** Returns a version of a spinner, also of a spinner in the bin. */
  abstract findVersion(spinnerId: string, version: number): Promise<SpinnerVersion | null>
  /** Removes a spinner with its versions permanently, even from the bin. */
  abstract remove(this: InTransaction, id: string): Promise<void>
  abstract countOf(organizationId: string): Promise<number>
  abstract anyIn(projectId: string): Promise<boolean>
  /** Returns the names of the spinners that use a data table. */
  abstract over(dataTableId: string): Promise<readonly string[]>
  /** Returns which of the given ids belong to no spinner of an organization, not even to one in the bin. */
  abstract unknownAmong(organizationId: string, ids: readonly string[]): Promise<readonly string[]>
  /** Locks and returns the spinners that use a data table, in the order of their ids. */
  abstract lockOver(this: InTransaction, dataTableId: string): Promise<readonly Spinner[]>
  /** Locks and returns the spinners in the bin that use a data table, in the order of their ids. */
  abstract lockBinnedOver(this: InTransaction, dataTableId: string): Promise<readonly Spinner[]>
  /** Returns the published version of a spinner, and the versions of its unfinished jobs. */
  abstract versionsInUse(spinnerId: string): Promise<readonly SpinnerVersion[]>
  /**
   * Replaces a stored version of a spinner after a column was renamed. The new version differs from the
   * stored one only in the column's name.
   */
  abstract saveVersion(this: InTransaction, version: SpinnerVersion): Promise<void>
  /**
   * Removes a column from the columns that the versions of all spinners over a table may use, because the column is
   * renamed or removed. A rename then gives the versions in use the new name by `saveVersion`.
   */
  abstract forgetColumn(this: InTransaction, dataTableId: string, column: string): Promise<void>
  /**
   * Stores the automatic starts of a published spinner. If they are unchanged, the time of the next start
   * stays the same.
   */
  abstract publishStarts(this: InTransaction, starts: PublishedStarts): Promise<void>
  /**
   * Stores the pace of a version that is published now. It holds at once, for all jobs of the spinner. The spinner must
   * be locked, and no senders. Returns whether the recipients that wait for the pace have to be checked again.
   */
  abstract publishPace(
    this: InTransaction,
    organizationId: string,
    version: SpinnerVersion,
    at: Date,
  ): Promise<boolean>
  /** Returns whether a pace holds for the jobs of a spinner. */
  abstract hasPace(spinnerId: string): Promise<boolean>
  /** Returns the ids of an organization's published spinners that start automatically, by id and without a lock. */
  abstract startingIn(organizationId: string): Promise<readonly string[]>
  /**
   * Looks again through the records of segments whose conditions were changed, for the spinners that start on entries
   * into them. Records that were looked at before do not enter by the changed condition. `columnsBySegment` has the
   * columns on which entries into each segment depend. Returns whether any spinner starts on entries into one of them.
   */
  abstract restartEntries(
    this: InTransaction,
    dataTableId: string,
    columnsBySegment: ReadonlyMap<string, readonly string[]>,
  ): Promise<boolean>
  /** Returns the segments of a table on whose entries published spinners start. */
  abstract enteredSegments(dataTableId: string): Promise<ReadonlySet<string>>
  /**
   * Watches the columns on which the condition of a version's goal depends. If the version is watched already, its
   * recipients are looked at again, because a segment of the condition has changed.
   */
  abstract watchGoal(this: InTransaction, watched: WatchedGoal, columns: readonly string[]): Promise<void>
  /** Returns the goals over a data table that recipients may still reach, with their versions. */
  abstract watchedGoals(dataTableId: string): Promise<readonly WatchedGoal[]>
  /** Ends the automatic starts of a spinner. */
  abstract removeStarts(this: InTransaction, spinnerId: string): Promise<void>
  /** Suspends the automatic starts of a spinner while it is paused. */
  abstract holdStarts(this: InTransaction, spinnerId: string): Promise<void>
  /** Resumes the automatic starts of a spinner. If several were missed during the pause, only one is made. */
  abstract resumeStarts(this: InTransaction, spinnerId: string): Promise<void>

  /**
   * Reserves up to `most` automatic starts that are due, longest due first. No other caller gets them before
   * the time `again`. A spinner that starts on records but has none is left out and checked again later. If
   * `organizationId` is null, reserves starts of all organizations that are not in test mode.
   */
  abstract leaseDueStarts(
    now: Date,
    most: number,
    again: Date,
    organizationId?: string | null,
  ): Promise<readonly DueStart[]>

  /**
   * Starts the job of an automatic start, as a trigger request does. The job, its audience, its announcement,
   * the plan's meter and the completed start are one commit. Each due time of a spinner starts one job,
   * however many processes try.
   */
  abstract beginDueStart(order: StartOrder): Promise<StartOutcome>

  /** Continues with the next time of a schedule without a job, because there are no records to write to. */
  abstract skipDueStart(start: DueStart, nextAt: Date | null): Promise<void>

  /**
   * Stores why an automatic start cannot be made and when it is tried again. While the reason stays the same,
   * the time of its first occurrence is kept.
   */
  abstract stopDueStart(start: DueStart, stopped: StoppedStart, checkAt: Date): Promise<void>
}

export interface PublishedStarts {
  readonly spinnerId: string
  readonly organizationId: string
  readonly starts: Starts
  readonly dueAt: Date
  readonly isPaused: boolean
  /** The segment whose entries start the spinner; null if it does not start on entries. */
  readonly entries: PublishedEntries | null
}

interface PublishedEntries {
  readonly dataTableId: string
  /** The columns on which entries into the segment depend. */
  readonly columns: readonly string[]
  /** The publisher's choice for existing members; null for the default. */
  readonly existing: ExistingChoice | null
}
