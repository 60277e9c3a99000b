import type { StoredMapping } from '../../../domain/arrival/mapping/stored-mapping.ts'
import { Mappings } from '../../../ports/arrival/mappings.ts'
import type { MemoryStore } from '../store.ts'

export class MemoryMappings extends Mappings {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async of(dataTableId: string): Promise<readonly StoredMapping[]> {
    return this.#store.mappings.get(dataTableId) ?? []
  }

  override cachedOf(): null {
    return null
  }

  override async find(organizationId: string, id: string): Promise<StoredMapping | null> {
    const all = [...this.#store.mappings.values()].flat()
    return all.find((one) => one.id === id && one.organizationId === organizationId) ?? null
  }
}
