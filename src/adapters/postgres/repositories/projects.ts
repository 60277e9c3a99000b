import type { Project } from '../../../domain/organization/project.ts'
import type { ProjectStore } from '../../../ports/unit-of-work.ts'
import { ProjectRow, pick, type Session, within } from '../rows.ts'

const kept = ['id', 'organizationId', 'name', 'createdAt'] as const

export class ProjectRepository implements ProjectStore {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  async add(project: Project): Promise<void> {
    await within(this.#session, ProjectRow).insert({ ...project })
  }

  async lock(organizationId: string, id: string): Promise<Project | null> {
    const row = await within(this.#session, ProjectRow)
      .findOne({ id, organization_id: organizationId })
      .forNoKeyUpdate()
    return row === undefined ? null : pick(row, kept)
  }

  async save({ id, name }: Project): Promise<void> {
    await within(this.#session, ProjectRow).findById(id).patch({ name })
  }

  async remove(id: string): Promise<void> {
    await within(this.#session, ProjectRow).deleteById(id)
  }
}
