import type { StoredMapping } from '../../domain/arrival/mapping/stored-mapping.ts'
import type { InTransaction } from '../in-transaction.ts'

/** Stores the mappings of tables. A mapping says how the bodies of one format become records. */
export abstract class MappingStore {
  /** Returns the mappings of a table in the order in which they are tried on a request body. */
  abstract of(dataTableId: string): Promise<readonly StoredMapping[]>
  /**
   * Returns the mappings of a table from this process's cache; null if they are not cached, as in a transaction. They may
   * be outdated, which `RecordAppender.admit` detects.
   */
  abstract cachedOf(dataTableId: string): readonly StoredMapping[] | null
  abstract find(organizationId: string, id: string): Promise<StoredMapping | null>
  /**
   * Replaces all mappings (rules by which request bodies become records) of a table by the given mappings.
   */
  abstract replace(
    this: InTransaction,
    dataTableId: string,
    mappings: readonly StoredMapping[],
  ): Promise<void>
}
