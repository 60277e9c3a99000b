import type { Actor } from '../../domain/account/audit/actor.ts'
import { DomainError } from '../../domain/errors.ts'
import { newTestClock } from '../../domain/test-mode/test-clock.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import { lockedStill } from './locked-clock.ts'

export interface ResetTestModeCommand {
  readonly organizationId: string
  /** The name of the test organization, which the user types to confirm the reset. */
  readonly name: string
  /** The real time, to which the clock is set. */
  readonly now: Date
  readonly by: Actor
}

/** Empties a test organization and sets its clock to the real time. Its rules and its audit log stay. */
export class ResetTestMode {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ organizationId, name, now, by }: ResetTestModeCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const { rules } = await lockedStill(tx, organizationId)
      const organization = await tx.organizations.lock(organizationId)
      if (organization === null) throw new DomainError('NOT_FOUND', { message: 'Organization not found' })
      if (organization.name !== name) {
        const message = `Give the name of the test organization: ${organization.name}`
        throw new DomainError('VALIDATION_FAILED', {
          message,
          errors: [{ pointer: '/name', code: 'NOT_THE_NAME', message }],
        })
      }
      await tx.testClocks.empty(organizationId)
      await tx.testClocks.save({ ...newTestClock(organizationId, now), rules })
      const subject = { kind: 'organization', id: organizationId, name } as const
      await tx.audit.add({ action: 'testMode.reset', organizationId, by, subject })
    })
  }
}
