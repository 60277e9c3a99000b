import type { Spinner, SpinnerVersion } from '../../domain/spinner/spinner.ts'

export interface SpinnerStore {
  add(spinner: Spinner, version: SpinnerVersion | null): Promise<void>
  lock(organizationId: string, id: string): Promise<Spinner | null>
  save(spinner: Spinner): Promise<void>
  addVersion(version: SpinnerVersion): Promise<void>
  findVersion(spinnerId: string, version: number): Promise<SpinnerVersion | null>
  remove(id: string): Promise<void>
  countOf(organizationId: string): Promise<number>
  anyIn(projectId: string): Promise<boolean>
  /** The names of those that are over a data table. */
  over(dataTableId: string): Promise<readonly string[]>
}
