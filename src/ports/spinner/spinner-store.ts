import type { Spinner, SpinnerVersion } from '../../domain/spinner/spinner.ts'

export interface SpinnerStore {
  add(spinner: Spinner, version: SpinnerVersion | null): Promise<void>
  lock(organizationId: string, id: string): Promise<Spinner | null>
  save(spinner: Spinner): Promise<void>
  /** Returns the number of records that no job of a spinner has taken. */
  existing(spinner: Spinner): Promise<number>
  /**
   * Counts all records that are in the spinner's table now, and the records that cancelled jobs gave back, as
   * taken. The spinner must be locked.
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
}
