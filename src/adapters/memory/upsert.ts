import type { DataRecord } from '../../domain/record-cells.ts'
import {
  changedColumns,
  changesTo,
  type KeyedRecord,
  type MatchCounts,
  mergeCells,
} from '../../domain/table/keyed-records.ts'
import type { Match } from '../../domain/table/match.ts'
import { isOlder } from '../../domain/table/record-version.ts'
import type { MemoryStore, StoredKey } from './store.ts'

interface Change {
  readonly recordId: number
  readonly data: DataRecord
  readonly key: string
  readonly version: string
}

/**
 * `Upsert` works out which rows with different keys are added to a table with match columns, and which
 * records they change.
 */
export class Upsert {
  readonly added: readonly KeyedRecord[]
  readonly changed: readonly Change[]
  readonly #store: MemoryStore
  readonly #tableId: string

  constructor(
    store: MemoryStore,
    tableId: string,
    rows: readonly KeyedRecord[],
    { match: { onMatch }, blank }: { readonly match: Match; readonly blank: DataRecord | null },
  ) {
    this.#store = store
    this.#tableId = tableId
    const added: KeyedRecord[] = []
    const changed: Change[] = []
    for (const row of rows) {
      const known = row.key === null ? undefined : store.keys.get(tableId)?.get(row.key)
      const stored = known && store.records.get(tableId)?.get(known.recordId)
      if (row.key === null || known === undefined || stored === undefined) {
        const record = changesTo('', row)
        added.push({ ...row, record: blank === null ? record : mergeCells(blank, record) })
        continue
      }
      const said = changesTo(known.version, row)
      const isSame = changedColumns(stored, said).length === 0
      if (onMatch === 'ignore' || isOlder(row.version, known.version) || isSame) continue
      const { key, version } = row
      changed.push({ recordId: known.recordId, data: mergeCells(stored, said), key, version })
    }
    this.added = added
    this.changed = changed
  }

  countsOf(sent: number): MatchCounts {
    const [inserted, updated] = [this.added.length, this.changed.length]
    return { inserted, updated, unchanged: sent - inserted - updated }
  }

  /**
   * Returns the table's records and keys with the upsert applied. `idOf` returns the id of an added record.
   */
  after(idOf: (index: number) => number): {
    readonly records: ReadonlyMap<number, DataRecord>
    readonly keys: ReadonlyMap<string, StoredKey>
  } {
    const records = new Map(this.#store.records.get(this.#tableId))
    const keys = new Map(this.#store.keys.get(this.#tableId))
    this.added.forEach(({ record, key, version }, index) => {
      const recordId = idOf(index)
      records.set(recordId, record)
      if (key !== null) keys.set(key, { recordId, version })
    })
    for (const { recordId, data, key, version } of this.changed) {
      records.set(recordId, data)
      keys.set(key, { recordId, version })
    }
    return { records, keys }
  }
}
