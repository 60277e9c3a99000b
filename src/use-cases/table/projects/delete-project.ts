import type { Actor } from '../../../domain/account/audit/actor.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { disableDestinationsOf } from '../../event/destinations/destination-changes.ts'

export interface DeleteProjectCommand {
  readonly organizationId: string
  readonly projectId: string
  readonly by: Actor
}

/**
 * Deletes an empty project. Refuses a project with tables or spinners, so that one click cannot delete them.
 * The project comes back if a table or spinner of it is restored from the bin.
 */
export class DeleteProject {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  async execute({ organizationId, projectId, by }: DeleteProjectCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const project = await tx.projects.lock(organizationId, projectId)
      if (project === null) throw new DomainError('NOT_FOUND', { message: 'Project not found' })
      if ((await tx.dataTables.anyIn(projectId)) || (await tx.spinners.anyIn(projectId))) {
        throw new DomainError('CONFLICT', {
          message: 'The project is not empty; delete its spinners and data tables first',
        })
      }
      await tx.projects.remove(projectId)
      await disableDestinationsOf(tx, organizationId, { projectId }, this.#clock.now())
      const subject = { kind: 'project', id: project.id, name: project.name } as const
      await tx.audit.add({ action: 'project.deleted', organizationId, by, subject })
    })
  }
}
