import type { Reach, Thing } from '../../domain/account/reach.ts'
import type { Page, PageOf } from '../../domain/page.ts'
import type { Project } from '../../domain/table/project.ts'

export abstract class ProjectQueries {
  /** Returns a page of the projects with the given ids, or of all projects if `projectIds` is null. */
  abstract list(
    organizationId: string,
    projectIds: readonly string[] | null,
    page: Page,
  ): Promise<PageOf<Project>>
  abstract find(organizationId: string, id: string): Promise<Project | null>
  /**
   * Returns for each thing whether it exists in one of the projects of a reach. A job or message whose spinner
   * was deleted is in no project.
   */
  abstract hold(reach: Reach, things: readonly Thing[]): Promise<readonly boolean[]>
}

export interface ProjectStore {
  add(project: Project): Promise<void>
  /** Locks a project until the end of the transaction, so that no table or spinner can be added to it. */
  lock(organizationId: string, id: string): Promise<Project | null>
  save(project: Project): Promise<void>
  /**
   * Removes a project without tables and spinners. If some are in the bin, the project is stored until the last of
   * them is removed, and comes back with the first that is restored.
   */
  remove(id: string): Promise<void>
  /** Deletes a removed project if none of its tables and spinners is in the bin. */
  forget(id: string): Promise<void>
}
