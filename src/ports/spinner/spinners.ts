import type { Reach } from '../../domain/account/reach.ts'
import type { Page, PageOf } from '../../domain/page.ts'
import type { AudienceRange } from '../../domain/spinner/audience.ts'
import type { Spinner, SpinnerVersion, SpinnerView, VersionEntry } from '../../domain/spinner/spinner.ts'
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
  /** Returns the ids of an organization's published spinners that start automatically, by id and without a lock. */
  abstract startingIn(organizationId: string): Promise<readonly string[]>
  /** Ends the automatic starts of a spinner. */
  abstract removeStarts(this: InTransaction, spinnerId: string): Promise<void>
  /** Suspends the automatic starts of a spinner while it is paused. */
  abstract holdStarts(this: InTransaction, spinnerId: string): Promise<void>
  /** Resumes the automatic starts of a spinner. If several were missed during the pause, only one is made. */
  abstract resumeStarts(this: InTransaction, spinnerId: string): Promise<void>
}

export interface PublishedStarts {
  readonly spinnerId: string
  readonly organizationId: string
  readonly starts: Starts
  readonly dueAt: Date
  readonly isPaused: boolean
}
