import { DomainError } from '../../../domain/errors.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

export interface RenameProjectCommand {
  readonly organizationId: string
  readonly projectId: string
  readonly name: string
}

export class RenameProject {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ organizationId, projectId, name }: RenameProjectCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const project = await tx.projects.lock(organizationId, projectId)
      if (project === null) throw new DomainError('NOT_FOUND', { message: 'Project not found' })
      await tx.projects.save({ ...project, name })
    })
  }
}
