import type { Clock } from '../../ports/clock.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

/** Ends a session: its token opens nothing any more. */
export class LogOut {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  async execute(sessionId: string): Promise<void> {
    await this.#unitOfWork.run((tx) => tx.sessions.end(sessionId, 'signed_out', this.#clock.now()))
  }
}
