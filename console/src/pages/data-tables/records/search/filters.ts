import type { Where } from '../../../../api/schema.ts'
import { periodIn } from '../../../spinners/steps/where/period.ts'

/** Returns the conditions of a search that must all hold. A period stays one condition. */
export function filtersOf(where: Where | null): readonly Where[] {
  if (where === null) return []
  return 'and' in where && periodIn(where) === null ? where.and : [where]
}

export function whereOfFilters(filters: readonly Where[]): Where | null {
  const [first] = filters
  if (first === undefined) return null
  return filters.length === 1 ? first : { and: [...filters] }
}
