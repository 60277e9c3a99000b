import type { OverviewQueries } from '../../ports/account/overview-queries.ts'

/** Counts the arrivals, messages and replies since the last run, for the charts of activity. */
export class FoldActivity {
  readonly #overview: OverviewQueries

  constructor(overview: OverviewQueries) {
    this.#overview = overview
  }

  async execute(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.#overview.foldActivity()));
  }
}
