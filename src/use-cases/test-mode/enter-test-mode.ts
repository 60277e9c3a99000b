import type { Actor } from '../../domain/account/audit/actor.ts'
import type { SignedIn } from '../../domain/account/sessions/session.ts'
import { DomainError } from '../../domain/errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { DatabaseState } from '../../ports/database-state.ts'
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
  readonly #database: DatabaseState

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids, database: DatabaseState) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
    this.#database = database
  }

  async execute({ signedIn: { user, session }, by }: EnterTestModeCommand): Promise<void> {
    await this.#assertUpgraded()
    await this.#unitOfWork.run(async (tx) => {
      const realId = user.organizationId
      await testOrganizationIn(tx, { realId, now: this.#clock.now(), ids: this.#ids, by })
      await tx.sessions.speakForTest(session.id, true)
    })
  }

  /**
   * Refuses test mode while processes of the previous version run, because they ignore it and would act on
   * the real organization.
   */
  async #assertUpgraded(): Promise<void> {
    const connections = await this.#database.formerConnections()
    if (connections === 0) return
    throw new DomainError('CONFLICT', {
      message: `Test mode cannot be entered during the upgrade: processes of a version before 0.3 are still connected to the database (${connections} connections) and would use your real organization. Try again after your operator has replaced these processes.`,
    })
  }
}
