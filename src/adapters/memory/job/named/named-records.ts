import { visibleCells } from '../../../../domain/spinner/where/visible-cells.ts'
import { matchesWhere } from '../../../../domain/spinner/where/where.ts'
import { NamedRecords } from '../../../../ports/job/named-records.ts'
import type { MemoryStore } from '../../store.ts'

export class MemoryNamedRecords extends NamedRecords {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

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
    { tableId }: Parameters<NamedRecords['like']>[0],
    { where, metadataColumns, now }: Parameters<NamedRecords['like']>[1],
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
