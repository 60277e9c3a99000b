import type { Reach, Thing } from '../../domain/account/reach.ts'
import type { Page, PageOf } from '../../domain/page.ts'
import type { Project } from '../../domain/table/project.ts'
import type { InTransaction } from '../in-transaction.ts'

export abstract class ProjectStore {
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
  abstract add(this: InTransaction, project: Project): Promise<void>
  /** Locks a project until the end of the transaction, so that no table or spinner can be added to it. */
  abstract lock(this: InTransaction, organizationId: string, id: string): Promise<Project | null>
  abstract save(this: InTransaction, project: Project): Promise<void>
}
