import type { Where } from '../../domain/spinner/where/where.ts'
import type { TableShape } from '../../domain/table/table-shape.ts'

/** Finds the records that triggers name. Records that an import has only staged are not found. */
export abstract class NamedRecords {
  /** Returns the given record ids that exist in the table. */
  abstract withIds(tableId: string, ids: readonly string[]): Promise<ReadonlySet<string>>

  /**
   * Returns the ids of records by their keys, which `RecordKeys` makes; a key without a record is left out.
   */
  abstract withKeys(tableId: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>>

  /**
   * Returns the ids of the first records that meet a condition, at most one more than `most`. The condition
   * sees only the columns that pipelines see.
   */
  abstract like(
    shape: Pick<TableShape, 'tableId'>,
    condition: { readonly where: Where; readonly metadataColumns: readonly string[]; readonly now: Date },
    most: number,
  ): Promise<readonly string[]>
}
