import type { SignedIn } from '../../domain/account/session.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'

/** Lets a session speak for the real organization again. */
export class LeaveTestMode {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ session }: SignedIn): Promise<void> {
    await this.#unitOfWork.run((tx) => tx.sessions.speakForTest(session.id, false))
  }
}
