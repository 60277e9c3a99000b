import type { StoredMapping } from '../../domain/arrival/mapping/stored-mapping.ts'

export interface MappingStore {
  /** Those of a table, in the order in which they are tried. */
  of(dataTableId: string): Promise<readonly StoredMapping[]>
  find(organizationId: string, id: string): Promise<StoredMapping | null>
  /** Those of a table are these from now on; what is not among them is gone. */
  replace(dataTableId: string, mappings: readonly StoredMapping[]): Promise<void>
}
