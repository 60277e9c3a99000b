import type { Actor } from '../../../domain/account/audit/actor.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

export interface CreateProjectCommand {
  readonly organizationId: string
  readonly name: string
  readonly by: Actor
}

export class CreateProject {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
  }

  async execute({ organizationId, name, by }: CreateProjectCommand): Promise<string> {
    const id = this.#ids.next()
    const createdAt = this.#clock.now()
    await this.#unitOfWork.run(async (tx) => {
      await tx.projects.add({ id, organizationId, name, createdAt })
      const subject = { kind: 'project', id, name } as const
      await tx.audit.add({ action: 'project.created', organizationId, by, subject })
    })
    return id
  }
}
