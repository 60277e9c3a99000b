import { NativeSelect } from '@mantine/core'
import { t } from '../../../../languages/text.ts'
import {
  blankComparison,
  type ComparisonDraft,
  isOfTime,
  type LeafDraft,
  type Operator,
  type PeriodDraft,
  periodOf,
} from './where-draft.ts'
import { operatorWords, oppositeWords, periodWords } from './where-words.ts'

const operators = Object.keys(operatorWords) as Operator[]

/**
 * The comparison operators to choose from. `!contains` stands for the opposite of `contains`: "does not
 * contain".
 */
const choices = operators.flatMap((operator) => {
  const opposite =
    operator === 'contains' ? [{ value: `!${operator}`, label: oppositeWords[operator] ?? '' }] : []
  return [{ value: operator, label: operatorWords[operator] }, ...opposite]
})

const periods = Object.entries(periodWords).map(([value, label]) => ({ value, label }))

/** Chooses how a part of a condition compares its column: an operator, or a period that begins or ends now. */
export function OperatorSelect({
  leaf,
  mayNest,
  fault,
  onChange,
  ...named
}: {
  label?: string
  'aria-label'?: string
  leaf: ComparisonDraft | PeriodDraft
  /** Whether the part may consist of two comparisons, as a period does. */
  mayNest: boolean
  fault?: string | undefined
  onChange: (leaf: LeafDraft) => void
}) {
  const isNot = leaf.nots % 2 === 1
  const plain = leaf.kind === 'period' ? leaf.direction : leaf.operator
  const chosen = isNot ? `!${plain}` : plain
  const offered = [...choices, ...(mayNest || leaf.kind === 'period' ? periods : [])]
  const rare = offered.some(({ value }) => value === chosen)
    ? []
    : [{ value: chosen, label: oppositeOf(leaf) }]
  return (
    <NativeSelect
      {...named}
      data={[...offered, ...rare]}
      value={chosen}
      error={fault}
      onChange={({ currentTarget: { value: choice } }) => {
        const next = choice.replace('!', '')
        const nots = choice.startsWith('!') ? 1 : 0
        const operator = operators.find((one) => one === next)
        if (operator !== undefined) onChange({ ...comparedBy(leaf, operator), nots })
        else if (next === 'next' || next === 'last') onChange({ ...inPeriod(leaf, next), nots })
      }}
    />
  )
}

function oppositeOf(leaf: ComparisonDraft | PeriodDraft): string {
  if (leaf.kind === 'period') return t('not: {comparison}', { comparison: periodWords[leaf.direction] })
  return oppositeWords[leaf.operator] ?? t('not: {comparison}', { comparison: operatorWords[leaf.operator] })
}

function comparedBy(leaf: ComparisonDraft | PeriodDraft, operator: Operator): ComparisonDraft {
  const comparison = leaf.kind === 'period' ? { ...blankComparison([leaf.column]), key: leaf.key } : leaf
  const { value } = comparison
  const isSameKind = isOfTime(operator) === isOfTime(comparison.operator)
  return { ...comparison, operator, value: isSameKind ? value : isOfTime(operator) ? 'now' : '' }
}

function inPeriod(leaf: ComparisonDraft | PeriodDraft, direction: PeriodDraft['direction']): PeriodDraft {
  if (leaf.kind === 'period') return { ...leaf, direction }
  return periodOf(leaf, direction)
}
