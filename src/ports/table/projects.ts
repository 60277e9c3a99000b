import type { Page, PageOf } from '../../domain/page.ts'
import type { Project } from '../../domain/table/project.ts'

export abstract class ProjectQueries {
  abstract list(organizationId: string, page: Page): Promise<PageOf<Project>>
  abstract find(organizationId: string, id: string): Promise<Project | null>
}

export interface ProjectStore {
  add(project: Project): Promise<void>
  /** Locks a project until the end of the transaction, so that no table or spinner can be added to it. */
  lock(organizationId: string, id: string): Promise<Project | null>
  save(project: Project): Promise<void>
  remove(id: string): Promise<void>
}
