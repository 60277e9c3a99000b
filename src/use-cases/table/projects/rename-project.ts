import type { Actor } from '../../../domain/account/audit/actor.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

export interface RenameProjectCommand {
  readonly organizationId: string
  readonly projectId: string
  readonly name: string
  readonly by: Actor
}

export class RenameProject {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ organizationId, projectId, name, by }: RenameProjectCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const project = await tx.projects.lock(organizationId, projectId)
      if (project === null) throw new DomainError('NOT_FOUND', { message: 'Project not found' })
      if (project.name === name) return
      await tx.projects.save({ ...project, name })
      const subject = { kind: 'project', id: project.id, name } as const
      const [before, after] = [{ name: project.name }, { name }]
      await tx.audit.add({ action: 'project.renamed', organizationId, by, subject, before, after })
    })
  }
}
