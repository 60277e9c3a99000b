import type { Page, PageOf } from '../../domain/page.ts'
import type { AudienceRange } from '../../domain/spinner/audience.ts'
import type { Spinner, SpinnerVersion, SpinnerView, VersionEntry } from '../../domain/spinner/spinner.ts'
import type { Starts } from '../../domain/spinner/starts.ts'

/** The ids of records for which a job over new records does not decide by their ledger places. */
export interface AudienceExceptions {
  /** The records that the next job takes, because cancelled jobs of the spinner have returned them. */
  readonly givenBack: ReadonlySet<string>
  /** The records that jobs over new records skip, because a trigger has named them. */
  readonly passedOver: ReadonlySet<string>
}

export abstract class SpinnerQueries {
  /** Returns a page of spinners: of one project, or of all if `projectId` is null. */
  abstract list(organizationId: string, projectId: string | null, page: Page): Promise<PageOf<SpinnerView>>
  abstract find(organizationId: string, id: string): Promise<SpinnerView | null>
  /**
   * Returns the range of records that a job of the spinner would take now; null if the spinner is not
   * published.
   */
  abstract audience(organizationId: string, id: string): Promise<AudienceRange | null>
  /**
   * Returns the number of records that no job of a spinner has taken, even if the spinner is not published.
   */
  abstract existing(organizationId: string, id: string): Promise<number>
  /**
   * Returns which of these records a job over new records takes or skips, whatever their positions in the
   * ledger.
   */
  abstract exceptionsAmong(
    spinnerId: string,
    records: readonly { readonly recordId: string; readonly seq: number }[],
  ): Promise<AudienceExceptions>
  /**
   * Returns all versions of a spinner that were ever published, latest first; none if the spinner is not the
   * organization's.
   */
  abstract versions(organizationId: string, id: string, page: Page): Promise<PageOf<VersionEntry>>
  abstract version(organizationId: string, id: string, version: number): Promise<SpinnerVersion | null>
}

/** The spinners, their versions and their automatic starts. The spinner must be locked for each change of starts. */
export interface SpinnerStore {
  add(spinner: Spinner, version: SpinnerVersion | null): Promise<void>
  lock(organizationId: string, id: string): Promise<Spinner | null>
  save(spinner: Spinner): Promise<void>
  /** Returns the number of records that no job of a spinner has taken. */
  existing(spinner: Spinner): Promise<number>
  /**
   * Counts all records that are in the spinner's table now, and the returned records of cancelled jobs, as
   * taken. So the next job takes only later records. The spinner must be locked.
   */
  excludeExisting(spinnerId: string): Promise<void>
  addVersion(version: SpinnerVersion, publishedAt: Date): Promise<void>
  findVersion(spinnerId: string, version: number): Promise<SpinnerVersion | null>
  remove(id: string): Promise<void>
  countOf(organizationId: string): Promise<number>
  anyIn(projectId: string): Promise<boolean>
  /** Returns the names of the spinners over a data table. */
  over(dataTableId: string): Promise<readonly string[]>
  /** Locks and returns the spinners over a data table, in the order of their ids. */
  lockOver(dataTableId: string): Promise<readonly Spinner[]>
  /** Returns the published version of a spinner, and the versions of its unfinished jobs. */
  versionsInUse(spinnerId: string): Promise<readonly SpinnerVersion[]>
  /**
   * Stores a version of a spinner in which a renamed column has its new name; the version's meaning stays the
   * same.
   */
  saveVersion(version: SpinnerVersion): Promise<void>
  /**
   * Stores the automatic starts of a published spinner. If they are unchanged, the time of the next start
   * stays the same.
   */
  publishStarts(starts: PublishedStarts): Promise<void>
  /** Ends the automatic starts of a spinner. */
  removeStarts(spinnerId: string): Promise<void>
  /** Suspends the automatic starts of a spinner while it is paused. */
  holdStarts(spinnerId: string): Promise<void>
  /** Resumes the automatic starts of a spinner. All starts missed during the pause become one. */
  resumeStarts(spinnerId: string): Promise<void>
}

export interface PublishedStarts {
  readonly spinnerId: string
  readonly organizationId: string
  readonly starts: Starts
  readonly dueAt: Date
  readonly isPaused: boolean
}
