import { type RecordIndex, RecordIndexes } from '../../../ports/table/record-indexes.ts'
import type { MemoryStore } from '../store.ts'

/** Nothing is prepared in memory: what was chosen is there at once. */
export class MemoryRecordIndexes extends RecordIndexes {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async of(dataTableId: string): Promise<readonly RecordIndex[]> {
    const of = this.#store.tables.get(dataTableId)?.end.records ?? 0
    return (this.#store.indexes.get(dataTableId) ?? []).map((column) => ({
      column,
      ready: true,
      done: of,
      of,
    }))
  }

  override async fill(): Promise<void> {}
}
