import type { Page, PageOf } from '../../domain/page.ts'
import type { Project } from '../../domain/table/project.ts'

export abstract class ProjectQueries {
  abstract list(organizationId: string, page: Page): Promise<PageOf<Project>>
  abstract find(organizationId: string, id: string): Promise<Project | null>
}
