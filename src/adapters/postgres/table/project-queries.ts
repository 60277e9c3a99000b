import type { Page, PageOf } from '../../../domain/page.ts'
import type { Project } from '../../../domain/table/project.ts'
import { ProjectQueries } from '../../../ports/table/projects.ts'
import type { Database } from '../database.ts'
import { projects } from './project-store.ts'

export class PostgresProjectQueries extends ProjectQueries {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override list(organizationId: string, page: Page): Promise<PageOf<Project>> {
    return projects.committed(this.#database).page({ organizationId }, page)
  }

  override find(organizationId: string, id: string): Promise<Project | null> {
    return projects.committed(this.#database).find({ organizationId, id })
  }
}
