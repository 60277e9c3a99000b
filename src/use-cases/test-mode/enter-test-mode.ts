import type { Actor } from '../../domain/account/audit/actor.ts'
import type { SignedIn } from '../../domain/account/session.ts'
import { DomainError } from '../../domain/errors.ts'
import { newTestClock } from '../../domain/test-mode/test-clock.ts'
import { testOrganizationOf, testPlan } from '../../domain/test-mode/test-organization.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

export interface EnterTestModeCommand {
  /** A person of the real organization. */
  readonly signedIn: SignedIn
  readonly by: Actor
}

/** Lets a session speak for the test organization, which the first entry makes. */
export class EnterTestMode {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
  }

  /** Returns the id of the test organization. */
  async execute({ signedIn: { user, session }, by }: EnterTestModeCommand): Promise<string> {
    return await this.#unitOfWork.run(async (tx) => {
      const real = await tx.organizations.lock(user.organizationId)
      if (real === null) throw new DomainError('NOT_FOUND', { message: 'Organization not found' })
      let id = await tx.testClocks.organizationOf(real.id)
      if (id === null) {
        id = this.#ids.next()
        const now = this.#clock.now()
        await tx.plans.putMissing([testPlan])
        await tx.organizations.add(testOrganizationOf(real, id, now))
        await tx.testClocks.add(newTestClock(id, now))
        const subject = { kind: 'organization', id, name: real.name } as const
        await tx.audit.add({ action: 'testMode.begun', organizationId: real.id, by, subject })
      }
      await tx.sessions.speakForTest(session.id, true)
      return id
    })
  }
}
