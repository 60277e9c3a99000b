import type { Segment, Where } from '../../../../api/schema.ts'
import { comparedDateForm } from '../../../../components/time/fields/date-value-text.ts'
import { t } from '../../../../languages/text.ts'

/** A filter of the search bar: a comparison of a column, or a segment to which the records belong. */
export type Filter = ColumnFilter | SegmentFilter

interface SegmentFilter {
  readonly segmentId: string
}

interface ColumnFilter {
  readonly column: string
  readonly operator: string
  readonly value?: string | number | boolean
}

export const operatorWords: Readonly<Record<string, string>> = {
  equals: t('is'),
  notEquals: t('is not'),
  contains: t('contains'),
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

/** Returns whether a condition names a segment or compares a column with at most one value, as filters do. */
function isPlain(part: Where): part is Extract<Where, { column: string } | { segmentId: string }> {
  return 'segmentId' in part || ('column' in part && Object.hasOwn(operatorWords, part.operator))
}

/** Returns a filter in words. `segments` are the segments of the table as far as they are loaded. */
export function wordsOfFilter(filter: Filter, segments: readonly Pick<Segment, 'id' | 'name'>[]): string {
  if ('segmentId' in filter) {
    const segment = segments.find(({ id }) => id === filter.segmentId)
    return segment === undefined ? t('In a segment') : t('In segment {name}', { name: segment.name })
  }
  const { column, operator, value } = filter
  const words = `${column} ${operatorWords[operator]}`
  if (operator === 'before' || operator === 'after')
    return `${words} ${comparedDateForm().write(String(value))}`
  return takesValue(operator) ? `${words} ${value}` : words
}

export function whereOf(filters: readonly Filter[]): Where | null {
  const [first] = filters
  if (first === undefined) return null
  return (filters.length === 1 ? first : { and: filters }) as unknown as Where
}
