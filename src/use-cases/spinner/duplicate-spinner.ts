import type { Actor } from '../../domain/account/audit/actor.ts'
import { DomainError } from '../../domain/errors.ts'
import { assertRoomForOne } from '../../domain/plan/plan-cap.ts'
import { copyOf } from '../../domain/spinner/spinner.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

export interface DuplicateSpinnerCommand {
  readonly organizationId: string
  readonly spinnerId: string
  readonly by: Actor
}

/** Creates a spinner with a copy of another spinner's draft. The new spinner has not taken any records. */
export class DuplicateSpinner {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
  }

  async execute({ organizationId, spinnerId, by }: DuplicateSpinnerCommand): Promise<string> {
    const id = this.#ids.next()
    await this.#unitOfWork.run(async (tx) => {
      await tx.organizations.lock(organizationId)
      const spinner = await tx.spinners.lock(organizationId, spinnerId)
      if (spinner === null) throw new DomainError('NOT_FOUND', { message: 'Spinner not found' })
      const plan = await tx.plans.of(organizationId)
      assertRoomForOne(plan, 'spinners', await tx.spinners.countOf(organizationId))
      const copy = copyOf(spinner, id, this.#clock.now())
      await tx.spinners.add(copy, null)
      const subject = { kind: 'spinner', id, name: copy.name } as const
      const after = { copyOf: spinner.name }
      await tx.audit.add({ action: 'spinner.created', organizationId, by, subject, after })
    })
    return id
  }
}
