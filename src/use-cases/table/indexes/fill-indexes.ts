import type { RecordIndexes } from '../../../ports/table/record-indexes.ts'

/** Fills the chosen indexes of tables, part by part. */
export class FillIndexes {
  readonly #indexes: RecordIndexes

  constructor(indexes: RecordIndexes) {
    this.#indexes = indexes
  }

  execute(signal: AbortSignal): Promise<void> {
    return this.#indexes.fill(signal)
  }
}
