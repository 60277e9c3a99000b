import { numbersAfter, type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import { visibleCells } from '../../../domain/spinner/where/visible-cells.ts'
import { matchesWhere } from '../../../domain/spinner/where/where.ts'
import type { DataRecord, RecordView } from '../../../domain/table/cell.ts'
import type { DataTable } from '../../../domain/table/data-table.ts'
import type { RecordOrder } from '../../../domain/table/record-order.ts'
import {
  isAskedFor,
  type MatchingRecords,
  matchingRecords,
  type PlacedRecord,
  pageOfFound,
  type RecordSearch,
  type RecordsFound,
  type WholeSearch,
} from '../../../domain/table/search/record-search.ts'
import type { TableShape } from '../../../domain/table/table-shape.ts'
import type { Clock } from '../../../ports/clock.ts'
import {
  changedWhileRead,
  type RecordCondition,
  type RecordIndex,
  RecordQueries,
} from '../../../ports/table/records.ts'
import { omitFields } from '../omit-fields.ts'
import { itemsOf } from '../pages.ts'
import type { MemoryStore } from '../store.ts'

/** `MemoryRecordQueries` scans all records, because there are never many in memory. */
export class MemoryRecordQueries extends RecordQueries {
  readonly #store: MemoryStore
  readonly #clock: Clock

  constructor(store: MemoryStore, clock: Clock) {
    super()
    this.#store = store
    this.#clock = clock
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

  override async *all(table: Pick<DataTable, 'id' | 'schemaVersion'>): AsyncIterable<readonly DataRecord[]> {
    await this.assertSameColumns(table)
    yield recordsInOrder(this.#store, table.id).map(({ data }) => data)
  }

  override async assertSameColumns({
    id,
    schemaVersion,
  }: Pick<DataTable, 'id' | 'schemaVersion'>): Promise<void> {
    if (this.#store.tables.get(id)?.schemaVersion !== schemaVersion) throw changedWhileRead()
  }

  override async search(dataTableId: string, search: RecordSearch, page: Page): Promise<RecordsFound> {
    const { items, next } = this.#found(dataTableId, search, page)
    const reach = {
      complete: true,
      looked: this.#store.tables.get(dataTableId)?.end.records ?? 0,
      offers: [],
    }
    return { items: items.map((record) => omitFields(record, 'seq')), next, reach }
  }

  override async matching(dataTableId: string, search: WholeSearch, page: Page): Promise<MatchingRecords> {
    return matchingRecords(this.#found(dataTableId, { ...search, sort: null }, page))
  }

  #found(dataTableId: string, search: RecordSearch, page: Page) {
    const now = this.#clock.now()
    const records = recordsInOrder(this.#store, dataTableId)
    const found = records.filter(({ data }) => isAskedFor(data, search, now))
    return pageOfFound(found, search, page)
  }

  override async indexes(dataTableId: string): Promise<readonly RecordIndex[]> {
    const of = this.#store.tables.get(dataTableId)?.end.records ?? 0
    const columns = this.#store.indexes.get(dataTableId) ?? []
    return columns.map((column) => ({ column, ready: true, done: of, of }))
  }

  /** Fills no search index, because searches in memory scan all records. */
  override async fillIndexes(): Promise<void> {}

  override async withIds(tableId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const records = this.#store.records.get(tableId)
    return new Set(ids.filter((id) => records?.has(Number(id)) && id === String(Number(id))))
  }

  override async withKeys(tableId: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const records = this.#store.records.get(tableId)
    const found = new Map<string, string>()
    for (const key of keys) {
      const known = this.#store.keys.get(tableId)?.get(key)
      if (known !== undefined && records?.has(known.recordId)) found.set(key, String(known.recordId))
    }
    return found
  }

  override async like(
    { tableId }: Pick<TableShape, 'tableId'>,
    { where, metadataColumns, now }: RecordCondition,
    most: number,
  ): Promise<readonly string[]> {
    const isLike = (id: number) => {
      const data = this.#store.records.get(tableId)?.get(id)
      return data !== undefined && matchesWhere(where, visibleCells(data, metadataColumns), now)
    }
    const arrived = (this.#store.appends.get(tableId) ?? []).flatMap(({ firstId, count }) =>
      Array.from({ length: count }, (_, index) => firstId + index),
    )
    return arrived
      .toSorted((a, b) => a - b)
      .filter(isLike)
      .slice(0, most + 1)
      .map(String)
  }
}

/** Returns the records of a table with their positions in the ledger, in the order of the positions. */
function recordsInOrder(store: MemoryStore, dataTableId: string): PlacedRecord[] {
  const records = store.records.get(dataTableId)
  return (store.appends.get(dataTableId) ?? []).flatMap(({ seq, firstId, count, at }) =>
    Array.from({ length: count }, (_, index) => firstId + index).flatMap((id) => {
      const data = records?.get(id)
      return data === undefined ? [] : [{ seq, id: String(id), data, createdAt: at }]
    }),
  )
}
