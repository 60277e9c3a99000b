import type { Reach, Thing } from '../../domain/account/reach.ts'
import type { Page, PageOf } from '../../domain/page.ts'
import type { Project } from '../../domain/table/project.ts'

export abstract class ProjectQueries {
  /** Returns a page of projects: of those with the given ids, or of all if `projectIds` is null. */
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
  /** Returns the oldest project of the organization other than this one; null if there is none. */
  oldestOther(project: Project): Promise<Project | null>
  remove(id: string): Promise<void>
}
