import type { OverviewQueries } from '../../ports/account/overview-queries.ts'

/** Counts the arrivals, messages and replies since the last run, for the charts of activity. */
export class FoldActivity {
  readonly #ledger: OverviewQueries

  constructor(ledger: OverviewQueries) {
    this.#ledger = ledger
  }

  async execute(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.#ledger.foldActivity()));
  }
}
