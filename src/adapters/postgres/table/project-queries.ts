import { idAfter, type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import type { Project } from '../../../domain/table/project.ts'
import { ProjectQueries } from '../../../ports/table/projects.ts'
import type { Database, Statement } from '../database.ts'
import { selected } from '../rows.ts'
import { projectColumns } from './project-store.ts'

const columns = selected(projectColumns)

const list: Statement = {
  name: 'list_projects',
  text: `
    select ${columns} from projects
     where organization_id = $1 and ($2::uuid is null or id > $2) order by id limit $3`,
}

const find: Statement = {
  name: 'find_project',
  text: `select ${columns} from projects where organization_id = $1 and id = $2`,
}

export class PostgresProjectQueries extends ProjectQueries {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async list(organizationId: string, page: Page): Promise<PageOf<Project>> {
    const values = [organizationId, idAfter(page), page.limit + 1]
    return pageOf(await this.#database.read<Project>(list, values), page, ({ id }) => id)
  }

  override async find(organizationId: string, id: string): Promise<Project | null> {
    const [row] = await this.#database.read<Project>(find, [organizationId, id])
    return row ?? null
  }
}
