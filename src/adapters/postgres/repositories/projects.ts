import type { Project } from '../../../domain/organization/project.ts'
import type { ProjectStore } from '../../../ports/unit-of-work.ts'
import { ProjectRow, type Session, within } from '../rows.ts'

export class ProjectRepository implements ProjectStore {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  async add(project: Project): Promise<void> {
    await within(this.#session, ProjectRow).insert({ ...project })
  }
}
