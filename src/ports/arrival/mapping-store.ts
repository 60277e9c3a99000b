import type { StoredMapping } from '../../domain/arrival/mapping/stored-mapping.ts'

export interface MappingStore {
  /** Returns the mappings of a table, in the order in which they are tried on a body. */
  of(dataTableId: string): Promise<readonly StoredMapping[]>
  find(organizationId: string, id: string): Promise<StoredMapping | null>
  /** Replaces all mappings of a table by other mappings. */
  replace(dataTableId: string, mappings: readonly StoredMapping[]): Promise<void>
}
