import type { Mapping } from './mapping.ts'

/** A mapping of a table. Each change gives it the next version; what it mapped before stays as it is. */
export interface StoredMapping extends Mapping {
  readonly id: string
  readonly organizationId: string
  readonly dataTableId: string
  /** Those of a table are tried in this order, from 0 on. */
  readonly position: number
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** By what the mappings of a table at one time can be told from those at another. */
export function versionsOf(mappings: readonly Pick<StoredMapping, 'id' | 'version'>[]): string {
  return mappings.map(({ id, version }) => `${id} ${version}`).join()
}

/** The mappings of a table with one put in its place, which may be past the last; each with its position. */
export function placed(
  others: readonly StoredMapping[],
  one: StoredMapping,
  position: number,
): readonly StoredMapping[] {
  const before = others.filter(({ id }) => id !== one.id)
  return before.toSpliced(position, 0, one).map((mapping, at) => ({ ...mapping, position: at }))
}
