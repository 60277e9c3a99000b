import type { Spinner, SpinnerVersion } from '../../domain/spinner/spinner.ts'

export interface SpinnerStore {
  add(spinner: Spinner, version: SpinnerVersion | null): Promise<void>
  lock(organizationId: string, id: string): Promise<Spinner | null>
  save(spinner: Spinner): Promise<void>
  /** The number of records that no job of a spinner has taken. */
  existing(spinner: Spinner): Promise<number>
  /**
   * Counts the records that are in the table now, and those that cancelled jobs gave back, as taken. The spinner must be
   * locked.
   */
  excludeExisting(spinnerId: string): Promise<void>
  addVersion(version: SpinnerVersion, publishedAt: Date): Promise<void>
  findVersion(spinnerId: string, version: number): Promise<SpinnerVersion | null>
  remove(id: string): Promise<void>
  countOf(organizationId: string): Promise<number>
  anyIn(projectId: string): Promise<boolean>
  /** The names of those that are over a data table. */
  over(dataTableId: string): Promise<readonly string[]>
  /** The same as a whole, locked, in order of their ids. */
  lockOver(dataTableId: string): Promise<readonly Spinner[]>
  /** The version that is published, and those of jobs that have not ended. */
  versionsInUse(spinnerId: string): Promise<readonly SpinnerVersion[]>
  /** A version that says the same in other words, because a column has another name. */
  saveVersion(version: SpinnerVersion): Promise<void>
}
