import type { Clock } from '../../../ports/clock.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { renewWaits } from '../../renew-waits.ts'

const changesAtOnce = 100

/**
 * Lets the recipients be checked again that wait because of a changed sender, contact policy or time zone, if the
 * request of the change has left this work: it does so for more than 20 slices, and after a fault or a crash.
 */
export class FinishOutdatedWaits {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  async execute(signal: AbortSignal): Promise<void> {
    const faults: unknown[] = []
    for (const id of await this.#unitOfWork.run((tx) => tx.jobs.idleWaitChanges(changesAtOnce))) {
      if (signal.aborted) break
      // Continues with the other changes after a fault, such as a slice that another transaction holds.
      await renewWaits(this.#unitOfWork, this.#clock, id, { signal }).catch((error: unknown) =>
        faults.push(error),
      )
    }
    if (faults.length > 0) throw faults[0]
  }
}
