import type { RecordQueries } from '../../../ports/table/records.ts'

/** Fills the new indexes of tables with their records, in small parts. */
export class FillIndexes {
  readonly #records: RecordQueries

  constructor(records: RecordQueries) {
    this.#records = records
  }

  execute(signal: AbortSignal): Promise<void> {
    return this.#records.fillIndexes(signal)
  }
}
