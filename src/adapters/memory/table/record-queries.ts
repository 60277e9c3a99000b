import { numbersAfter, type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import type { DataRecord, RecordView } from '../../../domain/table/cell.ts'
import type { DataTable } from '../../../domain/table/data-table.ts'
import type { RecordOrder } from '../../../domain/table/record-order.ts'
import type { PlacedRecord } from '../../../domain/table/search/record-search.ts'
import { changedWhileRead, RecordQueries } from '../../../ports/table/records.ts'
import { omitFields } from '../omit-fields.ts'
import { itemsOf } from '../pages.ts'
import type { MemoryStore } from '../store.ts'

export class MemoryRecordQueries extends RecordQueries {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async list(dataTableId: string, order: RecordOrder, page: Page): Promise<PageOf<RecordView>> {
    const after = numbersAfter(page)
    const arrived = recordsInOrder(this.#store, dataTableId)
    const ordered = order === 'newest' ? arrived.toReversed() : arrived
    const sign = order === 'newest' ? -1 : 1
    const rest = ordered.filter((record) => {
      if (after === null) return true
      const [seq, id] = after
      return sign * (record.seq - seq || Number(record.id) - id) > 0
    })
    const found = pageOf(rest, page, (record) => `${record.seq}.${record.id}`)
    return itemsOf(found, (record) => omitFields(record, 'seq'))
  }

  override async some(dataTableId: string, ids: readonly string[]): Promise<readonly RecordView[]> {
    return recordsInOrder(this.#store, dataTableId)
      .filter(({ id }) => ids.includes(id))
      .toSorted((a, b) => Number(a.id) - Number(b.id))
      .map((record) => omitFields(record, 'seq'))
  }

  override async known(dataTableId: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
    const [stored, records] = [this.#store.keys.get(dataTableId), this.#store.records.get(dataTableId)]
    const isKnown = (key: string) => records?.has(stored?.get(key)?.recordId ?? -1) === true
    return new Set(keys.filter(isKnown))
  }

  override async *all({
    id,
    schemaVersion,
  }: Pick<DataTable, 'id' | 'schemaVersion'>): AsyncIterable<readonly DataRecord[]> {
    if (this.#store.tables.get(id)?.schemaVersion !== schemaVersion) throw changedWhileRead()
    yield recordsInOrder(this.#store, id).map(({ data }) => data)
  }
}

/** Returns the records of a table with their places in the ledger, in that order. */
export function recordsInOrder(store: MemoryStore, dataTableId: string): PlacedRecord[] {
  const records = store.records.get(dataTableId)
  return (store.appends.get(dataTableId) ?? []).flatMap(({ seq, firstId, count, at }) =>
    Array.from({ length: count }, (_, index) => firstId + index).flatMap((id) => {
      const data = records?.get(id)
      return data === undefined ? [] : [{ seq, id: String(id), data, createdAt: at }]
    }),
  )
}
