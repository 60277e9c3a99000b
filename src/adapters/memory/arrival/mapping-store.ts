import type { MappingStore } from '../../../ports/arrival/mappings.ts'
import type { MemoryStore } from '../store.ts'
import type { Writes } from '../writes.ts'
import { MemoryMappings } from './mappings.ts'

export function mappingStore(store: MemoryStore, writes: Writes): MappingStore {
  const mappings = new MemoryMappings(store)
  return {
    of: (dataTableId) => mappings.of(dataTableId),
    find: (organizationId, id) => mappings.find(organizationId, id),
    replace: async (dataTableId, all) => writes.put(store.mappings, dataTableId, all),
  }
}
