import type { RecordIndexes } from '../../../ports/table/record-indexes.ts'

/** Fills the new indexes of tables with their records, in small parts. */
export class FillIndexes {
  readonly #indexes: RecordIndexes

  constructor(indexes: RecordIndexes) {
    this.#indexes = indexes
  }

  execute(signal: AbortSignal): Promise<void> {
    return this.#indexes.fill(signal)
  }
}
