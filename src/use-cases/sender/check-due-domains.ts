import type { Clock } from '../../ports/clock.ts'
import type { Senders } from '../../ports/sender/senders.ts'
import type { DomainCheck } from './domain-check.ts'

/** The number of sender domains that are checked at once; each check sends a dozen DNS queries. */
const atOnce = 10
/** The largest number of batches of domains per run; the next run checks the remaining domains. */
const mostBatches = 20

/**
 * Checks the DNS records of senders' domains once a day, because records may get lost, for example when a
 * website moves.
 */
export class CheckDueDomains {
  readonly #senders: Senders
  readonly #check: DomainCheck
  readonly #clock: Clock

  constructor(senders: Senders, check: DomainCheck, clock: Clock) {
    this.#senders = senders
    this.#check = check
    this.#clock = clock
  }

  async execute(signal: AbortSignal): Promise<void> {
    for (let batch = 0; batch < mostBatches && !signal.aborted; batch++) {
      const due = await this.#senders.takeUnchecked(this.#clock.now(), atOnce)
      if (due.length === 0) return
      await Promise.all(due.map((sender) => this.#check.of(sender, true)))
    }
  }
}
