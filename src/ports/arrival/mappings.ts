import type { StoredMapping } from '../../domain/arrival/mapping/stored-mapping.ts'

/** Reads the committed mappings of tables. */
export abstract class Mappings {
  /** Returns the mappings of a table, in the order in which they are tried on a body. */
  abstract of(dataTableId: string): Promise<readonly StoredMapping[]>
  /**
   * Returns the mappings of a table that this process has cached; null if none. `RecordAppender.admit`
   * detects if they are outdated.
   */
  abstract remembered(dataTableId: string): readonly StoredMapping[] | null
  abstract find(organizationId: string, id: string): Promise<StoredMapping | null>
}

export interface MappingStore {
  /** Returns the mappings of a table, in the order in which they are tried on a body. */
  of(dataTableId: string): Promise<readonly StoredMapping[]>
  find(organizationId: string, id: string): Promise<StoredMapping | null>
  /** Replaces all mappings of a table by other mappings. */
  replace(dataTableId: string, mappings: readonly StoredMapping[]): Promise<void>
}
