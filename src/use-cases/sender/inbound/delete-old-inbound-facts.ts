import type { Clock } from '../../../ports/clock.ts'
import type { Mailboxes } from '../../../ports/sender/inbound/mailboxes.ts'

/**
 * The number of days for which processed replies and bounces are kept, so that a repeated report does not
 * count twice.
 */
const keptDays = 30

/** Deletes processed replies, bounces and complaints that are too old to be reported again. */
export class DeleteOldInboundFacts {
  readonly #mailboxes: Mailboxes
  readonly #clock: Clock

  constructor(mailboxes: Mailboxes, clock: Clock) {
    this.#mailboxes = mailboxes
    this.#clock = clock
  }

  async execute(signal: AbortSignal): Promise<void> {
    const before = new Date(this.#clock.now().getTime() - keptDays * 24 * 60 * 60 * 1000)
    while (!signal.aborted && (await this.#mailboxes.deleteInboundFacts(before)));
  }
}
