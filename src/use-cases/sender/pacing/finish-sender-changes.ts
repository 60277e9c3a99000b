import type { Senders } from '../../../ports/sender/senders.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { renewWaits } from './renew-waits.ts'

const sendersAtOnce = 100

/**
 * Gives new times to the recipients that wait for changed or resumed senders, if the process that changed the sender has
 * died before it did so.
 */
export class FinishSenderChanges {
  readonly #senders: Senders
  readonly #unitOfWork: UnitOfWork

  constructor(senders: Senders, unitOfWork: UnitOfWork) {
    this.#senders = senders
    this.#unitOfWork = unitOfWork
  }

  async execute(signal: AbortSignal): Promise<void> {
    for (const id of await this.#senders.withOutdatedWaits(sendersAtOnce)) {
      if (signal.aborted) return
      await renewWaits(this.#unitOfWork, id)
    }
  }
}
