import type { Requester } from '../../domain/account/requester.ts'
import { DomainError } from '../../domain/errors.ts'
import { assertRevision } from '../../domain/revision.ts'
import { type Project, revisionOfProject } from '../../domain/table/project.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { Transaction, UnitOfWork } from '../../ports/unit-of-work.ts'
import { disableDestinationsOf } from '../event/destinations/destination-changes.ts'

/** Creates, renames and deletes projects. */
export class Projects {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
  }

  /** Creates a project and returns its id. */
  async create({ organizationId, by }: Requester, name: string): Promise<string> {
    const id = this.#ids.next()
    const createdAt = this.#clock.now()
    await this.#unitOfWork.run(async (tx) => {
      await tx.projects.add({ id, organizationId, name, createdAt })
      const subject = { kind: 'project', id, name } as const
      await tx.audit.add({ action: 'project.created', organizationId, by, subject })
    })
    return id
  }

  async rename(
    { organizationId, by }: Requester,
    { projectId, name, revision }: { projectId: string; name: string; revision: number | null },
  ): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const project = await lockedProject(tx, organizationId, projectId)
      assertRevision({ revision: revisionOfProject(project) }, revision)
      if (project.name === name) return
      await tx.projects.save({ ...project, name })
      const subject = { kind: 'project', id: project.id, name } as const
      const [before, after] = [{ name: project.name }, { name }]
      await tx.audit.add({ action: 'project.renamed', organizationId, by, subject, before, after })
    })
  }

  /**
   * Deletes an empty project. Refuses a project with tables or spinners, so that one click cannot delete them.
   * The project comes back if a table or spinner of it is restored from the bin.
   */
  async delete({ organizationId, by }: Requester, projectId: string): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const project = await lockedProject(tx, organizationId, projectId)
      if ((await tx.dataTables.anyIn(projectId)) || (await tx.spinners.anyIn(projectId))) {
        throw new DomainError('CONFLICT', {
          message: 'The project is not empty; delete its spinners and data tables first',
        })
      }
      await tx.bin.addProject(projectId)
      await disableDestinationsOf(tx, organizationId, { projectId }, this.#clock.now())
      const subject = { kind: 'project', id: project.id, name: project.name } as const
      await tx.audit.add({ action: 'project.deleted', organizationId, by, subject })
    })
  }
}

/** Locks and returns a project until the end of the transaction. */
export async function lockedProject(
  tx: Transaction,
  organizationId: string,
  projectId: string,
): Promise<Project> {
  const project = await tx.projects.lock(organizationId, projectId)
  if (project === null) throw new DomainError('NOT_FOUND', { message: 'Project not found' })
  return project
}
