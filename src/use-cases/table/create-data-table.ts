import type { Actor } from '../../domain/account/audit/actor.ts'
import { DomainError } from '../../domain/errors.ts'
import { assertRoomForOne } from '../../domain/plan/plan-cap.ts'
import { newDataTable } from '../../domain/table/data-table.ts'
import type { Secrets } from '../../ports/account/secrets.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import { lockOpen } from '../account/lock-open.ts'

export interface CreateDataTableCommand {
  readonly organizationId: string
  readonly projectId: string
  readonly name: string
  readonly by: Actor
  /** The id of the session that sent the request; null or absent if no session did. */
  readonly sessionId?: string | null
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

  async execute({
    organizationId,
    projectId,
    name,
    by,
    sessionId = null,
  }: CreateDataTableCommand): Promise<string> {
    const id = this.#ids.next()
    const token = this.#secrets.ingestToken(id)
    await this.#unitOfWork.run(async (tx) => {
      const createdAt = this.#clock.now()
      await lockOpen(tx, { organizationId, by, sessionId, at: createdAt })
      const project = await tx.projects.lock(organizationId, projectId)
      if (project === null) throw new DomainError('NOT_FOUND', { message: 'Project not found' })
      const plan = await tx.plans.of(organizationId)
      assertRoomForOne(plan, 'dataTables', await tx.dataTables.countOf(organizationId))
      const own = { id, organizationId, projectId, name, columns: [], createdAt }
      await tx.dataTables.add(newDataTable(own, token))
      const subject = { kind: 'dataTable', id, name } as const
      const after = { project: project.name }
      await tx.audit.add({ action: 'dataTable.created', organizationId, by, subject, after })
    })
    return id
  }
}
