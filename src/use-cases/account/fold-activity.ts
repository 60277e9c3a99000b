import type { ActivityLedger } from '../../ports/account/activity-ledger.ts'

/** Adds the activity since the last run to the stored counts. */
export class FoldActivity {
  readonly #ledger: ActivityLedger

  constructor(ledger: ActivityLedger) {
    this.#ledger = ledger
  }

  async execute(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.#ledger.fold()));
  }
}
