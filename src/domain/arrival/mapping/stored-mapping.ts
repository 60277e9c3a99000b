import type { Mapping } from './mapping.ts'

/**
 * A mapping of a table. Each change creates the next version and does not affect records that were mapped
 * before.
 */
export interface StoredMapping extends Mapping {
  readonly id: string
  readonly organizationId: string
  readonly dataTableId: string
  /** The position of the mapping in its table, from 0. The mappings of a table are tried in this order. */
  readonly position: number
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

/**
 * Returns a text with the ids and versions of mappings. It changes whenever the mappings of a table change.
 */
export function versionsOf(mappings: readonly Pick<StoredMapping, 'id' | 'version'>[]): string {
  return mappings.map(({ id, version }) => `${id} ${version}`).join()
}

/**
 * Returns the mappings of a table in order, with one mapping moved to a position, which may be past the end.
 */
export function withMappingAt(
  others: readonly StoredMapping[],
  one: StoredMapping,
  position: number,
): readonly StoredMapping[] {
  const before = others.filter(({ id }) => id !== one.id)
  return before.toSpliced(position, 0, one).map((mapping, at) => ({ ...mapping, position: at }))
}
