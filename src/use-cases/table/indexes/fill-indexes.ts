import type { RecordIndexes } from '../../../ports/table/record-indexes.ts'

/** Prepares what people look records up by, a part after the other. */
export class FillIndexes {
  readonly #indexes: RecordIndexes

  constructor(indexes: RecordIndexes) {
    this.#indexes = indexes
  }

  execute(signal: AbortSignal): Promise<void> {
    return this.#indexes.fill(signal)
  }
}
