import type { Page } from '../../../domain/page.ts'
import {
  isAskedFor,
  pageOfFound,
  type RecordSearch,
  type RecordsFound,
} from '../../../domain/table/search/record-search.ts'
import type { Clock } from '../../../ports/clock.ts'
import { RecordSearches } from '../../../ports/table/record-searches.ts'
import { omitFields } from '../omit-fields.ts'
import type { MemoryStore } from '../store.ts'
import { recordsInOrder } from './record-queries.ts'

/** `MemoryRecordSearches` scans all records, because there are never many in memory. */
export class MemoryRecordSearches extends RecordSearches {
  readonly #store: MemoryStore
  readonly #clock: Clock

  constructor(store: MemoryStore, clock: Clock) {
    super()
    this.#store = store
    this.#clock = clock
  }

  override async find(dataTableId: string, search: RecordSearch, page: Page): Promise<RecordsFound> {
    const records = recordsInOrder(this.#store, dataTableId)
    const found = records.filter(({ data }) => isAskedFor(data, search, this.#clock.now()))
    const { items, next } = pageOfFound(found, search, page)
    const reach = { complete: true, looked: records.length, offers: [] }
    return { items: items.map((record) => omitFields(record, 'seq')), next, reach }
  }
}
