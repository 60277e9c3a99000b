import type { Actor } from '../../domain/account/audit/actor.ts'
import { DomainError } from '../../domain/errors.ts'
import { assertRoomForOne } from '../../domain/plan/plan-cap.ts'
import { newDataTable } from '../../domain/table/data-table.ts'
import type { Secrets } from '../../ports/account/secrets.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

export interface CreateDataTableCommand {
  readonly organizationId: string
  readonly projectId: string
  readonly name: string
  readonly by: Actor
}

/** Creates a data table without columns, which the first import adds. */
export class CreateDataTable {
  readonly #unitOfWork: UnitOfWork
  readonly #secrets: Secrets
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, secrets: Secrets, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#secrets = secrets
    this.#clock = clock
    this.#ids = ids
  }

  async execute({ organizationId, projectId, name, by }: CreateDataTableCommand): Promise<string> {
    const id = this.#ids.next()
    const token = this.#secrets.ingestToken(id)
    await this.#unitOfWork.run(async (tx) => {
      await tx.organizations.lock(organizationId)
      const project = await tx.projects.lock(organizationId, projectId)
      if (project === null) throw new DomainError('NOT_FOUND', { message: 'Project not found' })
      const plan = await tx.plans.of(organizationId)
      assertRoomForOne(plan, 'dataTables', await tx.dataTables.countOf(organizationId))
      const own = { id, organizationId, projectId, name, columns: [], createdAt: this.#clock.now() }
      await tx.dataTables.add(newDataTable(own, token))
      const subject = { kind: 'dataTable', id, name } as const
      const after = { project: project.name }
      await tx.audit.add({ action: 'dataTable.created', organizationId, by, subject, after })
    })
    return id
  }
}
