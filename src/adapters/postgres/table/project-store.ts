import type { Project } from '../../../domain/table/project.ts'
import type { ProjectStore } from '../../../ports/table/projects.ts'
import { entity, type OpenTransaction } from '../rows.ts'

export const projects = entity('projects', 'id', 'organizationId', 'name', 'createdAt')

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

  async oldestOther({ organizationId, id }: Project): Promise<Project | null> {
    const all = await projects.within(this.#tx).list({ organizationId }, 'id')
    return all.find((project) => project.id !== id) ?? null
  }

  async remove(id: string): Promise<void> {
    await projects.within(this.#tx).remove({ id })
  }
}
