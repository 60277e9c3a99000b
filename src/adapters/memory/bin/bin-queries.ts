import type { BinEntry } from '../../../domain/bin/bin-entry.ts'
import { invalidCursor, type Page, type PageOf, pageOf } from '../../../domain/page.ts'
import { isRecordId } from '../../../domain/table/record-id.ts'
import { type BinFilter, BinQueries, type DeletedRecord } from '../../../ports/bin/bin.ts'
import type { Clock } from '../../../ports/clock.ts'
import { pageById } from '../pages.ts'
import type { MemoryStore } from '../store.ts'

export class MemoryBinQueries extends BinQueries {
  readonly #store: MemoryStore
  readonly #clock: Clock

  constructor(store: MemoryStore, clock: Clock) {
    super()
    this.#store = store
    this.#clock = clock
  }

  override async list(
    organizationId: string,
    { kind, projectIds }: BinFilter,
    page: Page,
  ): Promise<PageOf<BinEntry>> {
    const now = this.#clock.now()
    const belongs = (entry: BinEntry) =>
      entry.organizationId === organizationId &&
      entry.deleteAt > now &&
      (kind === null || entry.kind === kind) &&
      (projectIds === null || projectIds.includes(entry.projectId))
    return pageById(this.#store.binEntries.values(), page, belongs, true)
  }

  override async find(organizationId: string, id: string): Promise<BinEntry | null> {
    const entry = this.#store.owned(this.#store.binEntries, organizationId, id)
    return entry === null || entry.deleteAt <= this.#clock.now() ? null : entry
  }

  override async records({ id }: BinEntry, page: Page): Promise<PageOf<DeletedRecord>> {
    if (page.after !== null && !isRecordId(page.after)) throw invalidCursor()
    const after = Number(page.after ?? 0)
    const found = [...(this.#store.deletedRecords.get(id) ?? [])]
      .toSorted(([a], [b]) => a - b)
      .filter(([recordId]) => recordId > after)
      .map(([recordId, data]) => ({ id: String(recordId), data }))
    return pageOf(found, page, (record) => record.id)
  }
}
