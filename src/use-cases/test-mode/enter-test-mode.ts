import type { Actor } from '../../domain/account/audit/actor.ts'
import type { SignedIn } from '../../domain/account/sessions/session.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import { testOrganizationIn } from './test-organization-in.ts'

export interface EnterTestModeCommand {
  /** The session and the user of the real organization that enter test mode. */
  readonly signedIn: SignedIn
  readonly by: Actor
}

/** Switches a session to the test organization. Creates the test organization if it does not exist. */
export class EnterTestMode {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
  }

  async execute({ signedIn: { user, session }, by }: EnterTestModeCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const realId = user.organizationId
      await testOrganizationIn(tx, { realId, now: this.#clock.now(), ids: this.#ids, by })
      await tx.sessions.speakForTest(session.id, true)
    })
  }
}
