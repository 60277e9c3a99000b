import { Stack, Text } from '@mantine/core'
import { Filter } from 'lucide-react'
import type { ConditionStep, Where } from '../../../../api/schema.ts'
import { t } from '../../../../languages/text.ts'
import { NoMetadataColumns } from '../fields/no-metadata-columns.tsx'
import type { ConditionNames } from '../where/condition-names.ts'
import {
  blankComparison,
  comparisonDraft,
  comparisonOf,
  copyOfWhere,
  draftOfWhere,
  faultsOfComparison,
  faultsOfWhere,
  takesValues,
  type WhereDraft,
  whereOf,
} from '../where/where-draft.ts'
import { WhereFields } from '../where/where-fields.tsx'
import { labelOfPlace, wordsOfWhere } from '../where/where-words.ts'
import { Passed } from './passed.tsx'
import type { FieldsProps, StepTypeOf } from './step-type.ts'

interface ConditionDraft extends Pick<ConditionStep, 'type'> {
  readonly where: WhereDraft
  /**
   * Whether the API returned the condition in the field `where`. A single comparison is then saved in `where`
   * again, and not in the step's own fields.
   */
  readonly isWhere: boolean
}

export const conditionStep: StepTypeOf<ConditionStep, ConditionDraft> = {
  label: t('Condition'),
  does: t('Only records that meet the conditions continue; the others end as skipped.'),
  icon: Filter,
  color: 'teal',
  sends: false,
  canBeTested: false,
  branching: null,
  compares: true,
  labels: { column: t('Column'), operator: t('Comparison'), value: t('Value'), where: t('Conditions') },
  labelOf: (field) => (field.startsWith('where/') ? labelOfPlace(field.slice('where/'.length)) : undefined),
  comparedAs: t('Condition'),
  blank: (columns) => ({ type: 'condition', where: blankComparison(columns), isWhere: false }),
  draftOf: ({ type, where, column = '', operator = 'exists', value }) =>
    where === undefined
      ? {
          type,
          where: comparisonDraft(value === undefined ? { column, operator } : { column, operator, value }),
          isWhere: false,
        }
      : { type, where: draftOfWhere(where), isWhere: true },
  stepOf: (draft) => {
    const { type, where } = draft
    const plain = plainOf(draft)
    if (plain === null) return { type, where: whereOf(where) }
    const { column, operator, value } = comparisonOf(plain)
    return {
      type,
      column,
      operator: operator as NonNullable<ConditionStep['operator']>,
      ...(value === undefined ? {} : { value }),
    }
  },
  copyOf: (draft) => ({ ...draft, where: copyOfWhere(draft.where) }),
  faultsOf: (draft) => {
    const plain = plainOf(draft)
    return plain === null ? faultsOfWhere(draft.where, 'where') : faultsOfComparison(plain, '')
  },
  summaryOf,
  Fields,
  Previewed: ({ step }) => (
    <Passed>{t('{summary}: the record meets this condition.', { summary: summaryOf(step) })}</Passed>
  ),
}

/** Returns the comparison of a condition step that consists of only one; null for other conditions. */
function plainOf({ where, isWhere }: ConditionDraft) {
  return !isWhere && where.kind === 'comparison' && where.nots === 0 && !takesValues(where.operator)
    ? where
    : null
}

function summaryOf(
  { where, column = '', operator = 'exists', value }: ConditionStep,
  names?: ConditionNames,
): string {
  const condition: Where = where ?? (value === undefined ? { column, operator } : { column, operator, value })
  return 'column' in condition && condition.column === ''
    ? t('No column to compare yet')
    : t('Continue if {where}', { where: wordsOfWhere(condition, names) })
}

function Fields({ step, faults, columns, dataTableId, onChange }: FieldsProps<ConditionDraft>) {
  return (
    <Stack gap="sm">
      <WhereFields
        where={step.where}
        place={plainOf(step) === null ? 'where' : ''}
        dataTableId={dataTableId}
        columns={columns}
        faults={faults}
        onChange={(where) => onChange({ ...step, where })}
      />
      {columns.length === 0 ? (
        <NoMetadataColumns dataTableId={dataTableId} />
      ) : (
        <Text size="sm" c="dimmed">
          {t('Records that meet the conditions continue. Other records end at this step as skipped.')}
        </Text>
      )}
    </Stack>
  )
}
