import type { DataTable } from '../../../../api/schema.ts'
import { blankComparison, type LeafDraft, type Operator, periodOf } from './where-draft.ts'

export type ColumnType = NonNullable<DataTable['columns'][number]['type']>

/** The operators with which a comparison begins, by the type of its column. Dates begin with the next 7 days. */
const firstOperators: Readonly<Partial<Record<ColumnType, Operator>>> = {
  text: 'equals',
  choice: 'equals',
  number: 'greaterThan',
}

/**
 * Returns a part of a condition with another column. A comparison that the user has not chosen yet becomes one that
 * suits the type of the column.
 */
export function withColumn(leaf: LeafDraft, column: string, type: ColumnType | undefined): LeafDraft {
  const isChosen = leaf.kind === 'comparison' && !(leaf.operator === 'exists' && leaf.nots === 0)
  if (isChosen || (leaf.kind === 'period' && type === 'date')) return { ...leaf, column }
  const blank = { ...blankComparison([column]), key: leaf.key }
  if (type === 'date') return periodOf(blank, 'next')
  return { ...blank, operator: firstOperators[type ?? 'email'] ?? blank.operator }
}
