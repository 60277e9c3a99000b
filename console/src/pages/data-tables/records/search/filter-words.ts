import type { Where } from '../../../../api/schema.ts'
import { t } from '../../../../languages/text.ts'

export interface Filter {
  readonly column: string
  readonly operator: string
  readonly value?: string | number | boolean
}

export const operatorWords: Readonly<Record<string, string>> = {
  equals: 'is',
  notEquals: t('is not'),
  contains: 'contains',
  exists: t('has a value'),
  missing: t('is empty'),
  greaterThan: t('is more than'),
  lessThan: t('is less than'),
  before: t('is before'),
  after: t('is after'),
}

export const takesValue = (operator: string) => operator !== 'exists' && operator !== 'missing'

/**
 * Returns the condition of a search as a list of filters that must all hold. Returns null for other
 * conditions, which the console keeps but cannot edit.
 */
export function filtersOf(where: Where | null): readonly Filter[] | null {
  if (where === null) return []
  const parts = 'and' in where ? (where.and as readonly Where[]) : [where]
  return parts.every(isPlain) ? parts : null
}

/** Returns whether a condition compares a column with at most one value, as a filter of the search bar does. */
function isPlain(part: Where): part is Extract<Where, { column: string }> {
  return 'column' in part && Object.hasOwn(operatorWords, part.operator)
}

export function whereOf(filters: readonly Filter[]): Where | null {
  const [first] = filters
  if (first === undefined) return null
  return (filters.length === 1 ? first : { and: filters }) as unknown as Where
}
