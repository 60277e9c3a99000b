import type { Clock } from '../../../ports/clock.ts'
import type { Senders } from '../../../ports/sender/senders.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { renewWaits } from './renew-waits.ts'

const sendersAtOnce = 100

/**
 * Gives new times to the recipients that wait for changed, resumed or deleted senders, if the process that changed the
 * sender has died before it did so.
 */
export class FinishSenderChanges {
  readonly #senders: Senders
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(senders: Senders, unitOfWork: UnitOfWork, clock: Clock) {
    this.#senders = senders
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  async execute(signal: AbortSignal): Promise<void> {
    const faults: unknown[] = []
    for (const id of await this.#senders.withOutdatedWaits(sendersAtOnce)) {
      if (signal.aborted) break
      // Continues with the other senders after a fault, such as a slice that another transaction holds.
      await renewWaits(this.#unitOfWork, this.#clock, id).catch((error: unknown) => faults.push(error))
    }
    if (faults.length > 0) throw faults[0]
  }
}
