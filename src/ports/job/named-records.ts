import type { Where } from '../../domain/spinner/where/where.ts'
import type { TableShape } from '../../domain/table/table-shape.ts'

/** Looks for the records that triggers name: those that have come in, and none that an import has only staged. */
export abstract class NamedRecords {
  /** Those of the ids that there are. */
  abstract withIds(tableId: string, ids: readonly string[]): Promise<ReadonlySet<string>>

  /** The records that have these keys, as `RecordKeys` makes them; a key that none has is left out. */
  abstract withKeys(tableId: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>>

  /**
   * The first of those that are as the condition says, one more than `most` at the most. It sees no other columns than
   * pipelines do.
   */
  abstract like(
    shape: Pick<TableShape, 'tableId'>,
    condition: { readonly where: Where; readonly metadataColumns: readonly string[]; readonly now: Date },
    most: number,
  ): Promise<readonly string[]>
}
