import type { Actor } from '../../domain/account/audit/actor.ts'
import { DomainError } from '../../domain/errors.ts'
import { periodOf } from '../../domain/plan/period.ts'
import { newTestClock } from '../../domain/test-mode/test-clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { TestClocks } from '../../ports/test-mode/test-clocks.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import { lockStoppedClock } from './lock-clock.ts'

export interface ResetTestModeCommand {
  readonly organizationId: string
  /** The name of the test organization, which the user types to confirm the reset. */
  readonly name: string
  /** The real time, to which the reset sets the test clock. */
  readonly now: Date
  readonly by: Actor
}

/** The length of the test clock's lease in seconds. After a reset that crashed, runtimes wait for its end. */
const leaseSeconds = 20

/**
 * Empties a test organization and sets its clock to the real time. Its rules, its audit log and its meters of the
 * present month stay.
 */
export class ResetTestMode {
  readonly #unitOfWork: UnitOfWork
  readonly #clocks: TestClocks
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, clocks: TestClocks, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#clocks = clocks
    this.#ids = ids
  }

  async execute(command: ResetTestModeCommand): Promise<void> {
    const { organizationId } = command
    const lease = { holder: this.#ids.next(), seconds: leaseSeconds }
    if ((await this.#clocks.hold(organizationId, lease)) === null) await this.#refuse(organizationId)
    try {
      await this.#empty(command)
    } finally {
      await this.#clocks.letGo(organizationId, lease)
    }
  }

  /**
   * Throws the reason why a test organization cannot be reset now. A runtime that works for it would write
   * data of deleted jobs.
   */
  async #refuse(organizationId: string): Promise<never> {
    const clock = await this.#clocks.find(organizationId)
    if (clock === null) throw new DomainError('TEST_MODE_NEEDED')
    if (clock.target !== null) throw new DomainError('CLOCK_ADVANCING')
    const message =
      'A runtime is processing jobs of the test organization; nothing was changed. Send the request again in a second'
    throw new DomainError('CLOCK_ADVANCING', { message })
  }

  async #empty({ organizationId, name, now, by }: ResetTestModeCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const { rules } = await lockStoppedClock(tx, organizationId)
      const organization = await tx.organizations.lock(organizationId)
      if (organization === null) throw new DomainError('NOT_FOUND', { message: 'Organization not found' })
      if (organization.name !== name) {
        const message = `To confirm the reset, send the name of the test organization: ${organization.name}`
        throw new DomainError('VALIDATION_FAILED', {
          message,
          errors: [{ pointer: '/name', code: 'NOT_THE_NAME', message }],
        })
      }
      await tx.testClocks.empty(organizationId, periodOf(now))
      await tx.testClocks.save({ ...newTestClock(organizationId, now), rules })
      const subject = { kind: 'organization', id: organizationId, name } as const
      await tx.audit.add({ action: 'testMode.reset', organizationId, by, subject })
    })
  }
}
