import type { SignedIn } from '../../domain/account/sessions/session.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

/** Switches a session from the test organization back to the real one. */
export class LeaveTestMode {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ session }: SignedIn): Promise<void> {
    await this.#unitOfWork.run((tx) => tx.sessions.speakForTest(session.id, false))
  }
}
