import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

export interface CreateProjectCommand {
  readonly organizationId: string
  readonly name: string
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

  async execute({ organizationId, name }: CreateProjectCommand): Promise<string> {
    const id = this.#ids.next()
    const createdAt = this.#clock.now()
    await this.#unitOfWork.run((tx) => tx.projects.add({ id, organizationId, name, createdAt }))
    return id
  }
}
