import { type RecordIndex, RecordIndexes } from '../../../ports/table/record-indexes.ts'
import type { MemoryStore } from '../store.ts'

/** `MemoryRecordIndexes` only stores the chosen columns, so every index is ready at once. */
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
