import type { ActivityLedger } from '../../ports/account/activity-ledger.ts'

/** Counts what came and went since it was counted last. */
export class FoldActivity {
  readonly #ledger: ActivityLedger

  constructor(ledger: ActivityLedger) {
    this.#ledger = ledger
  }

  async execute(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.#ledger.fold()));
  }
}
