import type { Project } from '../../../domain/table/project.ts'
import type { ProjectStore } from '../../../ports/table/projects.ts'
import { execute, type Statement } from '../database.ts'
import { entity, type OpenTransaction } from '../rows.ts'

export const projects = entity('projects', 'id', 'organizationId', 'name', 'createdAt')

const storedProjects = entity('stored_projects', 'id', 'inBin')

const forgetEmpty: Statement = {
  name: 'forget_empty_project',
  text: `
    delete from stored_projects p
     where id = $1 and in_bin
       and not exists (select from stored_data_tables t where t.project_id = p.id)
       and not exists (select from stored_spinners s where s.project_id = p.id)`,
}

export class PostgresProjectStore implements ProjectStore {
  readonly #tx: OpenTransaction

  constructor(tx: OpenTransaction) {
    this.#tx = tx
  }

  add(project: Project): Promise<void> {
    return projects.within(this.#tx).add(project)
  }

  lock(organizationId: string, id: string): Promise<Project | null> {
    return projects.within(this.#tx).lock({ organizationId, id })
  }

  async save({ id, name }: Project): Promise<void> {
    await projects.within(this.#tx).patch({ id }, { name })
  }

  async remove(id: string): Promise<void> {
    await storedProjects.within(this.#tx).patch({ id }, { inBin: true })
    await this.forget(id)
  }

  async forget(id: string): Promise<void> {
    await execute(this.#tx.connection, forgetEmpty, [id])
  }
}
