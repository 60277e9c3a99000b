import { abandonedImportError, type RowBatch, StagedRecords } from '../../../ports/arrival/imports.ts'
import type { MemoryStore } from '../store.ts'

export class MemoryStagedRecords extends StagedRecords {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async begin(importId: string, dataTableId: string): Promise<void> {
    this.#store.imports.set(importId, { dataTableId, batches: new Map() })
  }

  override async write(
    importId: string,
    no: number,
    { columns, missing, rows, keys }: RowBatch,
  ): Promise<void> {
    // Sets columns that the file lacks to null. Rows with record keys leave them out, because an update must
    // keep the values in them.
    const absent = keys === null ? missing.map((column) => [column, null] as const) : []
    const records = rows.map((row) => {
      const cells = columns.map((column, at) => [column, row[at] ?? null] as const)
      return Object.fromEntries([...cells, ...absent])
    })
    const staged = this.#store.imports.get(importId)
    if (staged === undefined) throw abandonedImportError()
    staged.batches.set(
      no,
      records.map((record, index) => ({ record, ...(keys?.[index] ?? { key: null, version: '' }) })),
    )
  }

  override async discard(importId: string): Promise<void> {
    this.#store.imports.delete(importId)
  }

  /** Finds no abandoned imports, because rows staged in memory are gone with the process that held them. */
  override async discardAbandoned(): Promise<number> {
    return 0
  }
}
