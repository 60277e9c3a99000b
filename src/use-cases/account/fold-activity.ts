import type { ActivityLedger } from '../../ports/account/activity-ledger.ts'

/**
 * Counts the arrivals, messages and replies since the last run, and adds them to the stored counts of
 * activity.
 */
export class FoldActivity {
  readonly #ledger: ActivityLedger

  constructor(ledger: ActivityLedger) {
    this.#ledger = ledger
  }

  async execute(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.#ledger.fold()));
  }
}
