import type { Where } from '../../../../api/schema.ts'
import { t } from '../../../../languages/text.ts'
import { newKey } from '../new-key.ts'
import { type FieldFault, filledIn } from '../types/field-faults.ts'
import { type Period, periodIn, whereOfPeriod } from './period.ts'
import { fromNow } from './time-from-now.ts'

type Comparison = Extract<Where, { column: string }>
export type Operator = Comparison['operator']
type Value = NonNullable<Comparison['value']>
type Leaf = Exclude<Where, { and: unknown } | { or: unknown } | { not: unknown }>
/** A part of a condition that asks about the person of a record instead of its cells. */
export type Question = Exclude<Leaf, Comparison>

/** The edited form of a condition. */
export type WhereDraft = LeafDraft | GroupDraft
/** The edited form of a part of a condition that has no parts itself. */
export type LeafDraft = ComparisonDraft | PeriodDraft | QuestionDraft

interface Node {
  /** The console's key of this part of the condition, which identifies it on the screen. */
  readonly key: string
  /** How many times this part of the condition is negated. */
  readonly nots: number
}

export interface ComparisonDraft extends Node {
  readonly kind: 'comparison'
  readonly column: string
  readonly operator: Operator
  /**
   * The value that the column is compared with. Numbers and booleans from the API keep their type until they
   * are edited.
   */
  readonly value: Value
  /** The values with which an operator for lists compares the column. */
  readonly values: readonly Value[]
}

/** Two comparisons of a column with times that are edited as one, such as "is in the next 7 days". */
export interface PeriodDraft extends Node, Period {
  readonly kind: 'period'
}

export interface QuestionDraft extends Node {
  readonly kind: 'question'
  readonly question: Question
}

export interface GroupDraft extends Node {
  readonly kind: 'group'
  readonly join: 'and' | 'or'
  readonly items: readonly WhereDraft[]
}

export function blankComparison([column = '']: readonly string[]): ComparisonDraft {
  return { kind: 'comparison', key: newKey(), nots: 0, column, operator: 'exists', value: '', values: [] }
}

/** Returns the part of a condition that asks whether a column is in the next or the last 7 days. */
export function periodOf(
  { key, column }: Pick<ComparisonDraft, 'key' | 'column'>,
  direction: PeriodDraft['direction'],
): PeriodDraft {
  return { kind: 'period', key, nots: 0, column, direction, count: 7, unit: 'd' }
}

export function groupOf(join: GroupDraft['join'], items: readonly WhereDraft[]): GroupDraft {
  return { kind: 'group', key: newKey(), nots: 0, join, items }
}

export function draftOfWhere(where: Where, nots = 0): WhereDraft {
  if ('not' in where) return draftOfWhere(where.not, nots + 1)
  const period = periodIn(where)
  if (period !== null) return { kind: 'period', key: newKey(), nots, ...period }
  if ('and' in where) return { ...groupOf('and', where.and.map(plainly)), nots }
  if ('or' in where) return { ...groupOf('or', where.or.map(plainly)), nots }
  if (!('column' in where)) return { kind: 'question', key: newKey(), nots, question: where }
  return comparisonDraft(where, nots)
}

const plainly = (where: Where) => draftOfWhere(where)

export function comparisonDraft(
  { column, operator, value = '', values = [] }: Comparison,
  nots = 0,
): ComparisonDraft {
  return { kind: 'comparison', key: newKey(), nots, column, operator, value, values }
}

export function whereOf(draft: WhereDraft): Where {
  const plain: Where =
    draft.kind === 'comparison'
      ? comparisonOf(draft)
      : draft.kind === 'period'
        ? whereOfPeriod(draft)
        : draft.kind === 'question'
          ? draft.question
          : draft.join === 'and'
            ? { and: draft.items.map(whereOf) }
            : { or: draft.items.map(whereOf) }
  return Array.from({ length: draft.nots }).reduce<Where>((where) => ({ not: where }), plain)
}

export function comparisonOf({ column, operator, value, values }: ComparisonDraft): Comparison {
  if (takesValues(operator)) return { column, operator, values: [...values] }
  return { column, operator, ...(takesValue(operator) ? { value } : {}) }
}

export function copyOfWhere(draft: WhereDraft): WhereDraft {
  const key = newKey()
  return draft.kind === 'group' ? { ...draft, key, items: draft.items.map(copyOfWhere) } : { ...draft, key }
}

export function takesValue(operator: Operator): boolean {
  return operator !== 'exists' && operator !== 'missing' && !takesValues(operator)
}

export function takesValues(operator: Operator): operator is 'in' | 'domainIn' {
  return operator === 'in' || operator === 'domainIn'
}

export function isOfTime(operator: Operator): boolean {
  return operator === 'before' || operator === 'after'
}

export function countOf(draft: WhereDraft): number {
  if (draft.kind === 'period') return 2
  return draft.kind !== 'group' ? 1 : draft.items.reduce((sum, item) => sum + countOf(item), 0)
}

/** Returns the path of a part of a condition as in the API's pointers, with a "/not" for each negation. */
export function placeOf(draft: WhereDraft, place: string): string {
  return `${place}${'/not'.repeat(draft.nots)}`
}

export function placeOfItem(group: GroupDraft, place: string, index: number): string {
  return `${placeOf(group, place)}/${group.join}/${index}`
}

export function faultsOfWhere(draft: WhereDraft, place: string): FieldFault[] {
  if (draft.kind === 'comparison') return faultsOfComparison(draft, placeOf(draft, place))
  if (draft.kind === 'question') return []
  if (draft.kind === 'period')
    return filledIn(`${placeOf(draft, place)}/and/0/column`, draft.column, t('Choose a column'), 200)
  if (draft.items.length === 0)
    return [
      [
        `${placeOf(draft, place)}/${draft.join}`,
        t('Add a condition to this empty group, or remove the group'),
      ],
    ]
  return draft.items.flatMap((item, index) => faultsOfWhere(item, placeOfItem(draft, place, index)))
}

/** Returns the faults of a comparison. `place` is empty for a comparison that belongs to the step itself. */
export function faultsOfComparison(
  { column, operator, value, values }: ComparisonDraft,
  place: string,
): FieldFault[] {
  const at = (field: string) => (place === '' ? field : `${place}/${field}`)
  return [
    ...filledIn(at('column'), column, t('Choose a column'), 200),
    ...(takesValue(operator) ? filledIn(at('value'), String(value), t('Enter a value'), 1_000) : []),
    ...(takesValues(operator) && values.length === 0
      ? [[at('values'), t('Enter at least one value')] as const]
      : []),
    ...(operator.endsWith('Than') && value !== '' && Number.isNaN(Number(value))
      ? [[at('value'), t('Compare with a number, as in 100')] as const]
      : []),
    ...(isOfTime(operator) && value !== '' && !isMoment(String(value))
      ? [[at('value'), t('Compare with a day as 2026-12-31, or a time as 2026-12-31T23:59:59Z')] as const]
      : []),
  ]
}

function isMoment(value: string): boolean {
  return fromNow(value) !== null || (/^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value)))
}
