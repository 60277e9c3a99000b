import type { Project } from '../../../domain/table/project.ts'
import type { ProjectStore } from '../../../ports/table/projects.ts'
import { everyColumnOf, type OpenTransaction, pick, Row, within } from '../rows.ts'

export const projectColumns = everyColumnOf<Project>()('id', 'organizationId', 'name', 'createdAt')

class ProjectRow extends Row {
  static override tableName = 'projects'
  declare id: string
  declare organizationId: string
  declare name: string
  declare createdAt: Date
}

export class PostgresProjectStore implements ProjectStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  async add(project: Project): Promise<void> {
    await within(this.#tx, ProjectRow).insert({ ...project })
  }

  async lock(organizationId: string, id: string): Promise<Project | null> {
    const row = await within(this.#tx, ProjectRow)
      .findOne({ id, organization_id: organizationId })
      .forNoKeyUpdate()
    return row === undefined ? null : pick(row, projectColumns)
  }

  async save({ id, name }: Project): Promise<void> {
    await within(this.#tx, ProjectRow).findById(id).patch({ name })
  }

  async remove(id: string): Promise<void> {
    await within(this.#tx, ProjectRow).deleteById(id)
  }
}
