import { Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { Filter } from 'lucide-react'
import type { ConditionStep } from '../../../../api/schema.ts'
import { NoMetadataColumns } from '../no-metadata-columns.tsx'
import { type FieldFault, filledIn } from './field-faults.ts'
import { Passed } from './passed.tsx'
import type { FieldsProps, StepTypeOf } from './step-type.ts'

type Operator = ConditionStep['operator']

interface ConditionDraft extends Pick<ConditionStep, 'type' | 'column' | 'operator'> {
  /** Numbers and booleans that the API gave stay what they are until they are edited. */
  readonly value: NonNullable<ConditionStep['value']>
}

const operatorWords: Readonly<Record<Operator, string>> = {
  exists: 'is filled in',
  missing: 'is empty',
  equals: 'equals',
  notEquals: 'does not equal',
  contains: 'contains',
  greaterThan: 'is greater than',
  lessThan: 'is less than',
}

const operators = Object.keys(operatorWords) as Operator[]

export const conditionStep: StepTypeOf<ConditionStep, ConditionDraft> = {
  label: 'Condition',
  does: 'Lets only some records go on; the others end as skipped.',
  icon: Filter,
  color: 'teal',
  labels: { column: 'Column', operator: 'Comparison', value: 'Value' },
  comparedAs: 'Condition',
  blank: ([column = '']) => ({ type: 'condition', column, operator: 'exists', value: '' }),
  draftOf: (step) => ({ ...step, value: step.value ?? '' }),
  stepOf: ({ type, column, operator, value }) => ({
    type,
    column,
    operator,
    ...(takesValue(operator) ? { value } : {}),
  }),
  faultsOf: ({ column, operator, value }) => [
    ...filledIn('column', column, 'Choose a metadata column', 200),
    ...(takesValue(operator) ? filledIn('value', String(value), 'Say what to compare with', 1_000) : []),
    ...(operator.endsWith('Than') ? numberFaults(value) : []),
  ],
  summaryOf,
  Fields,
  Previewed: ({ step }) => <Passed>{summaryOf(step)}: it does.</Passed>,
}

function takesValue(operator: Operator): boolean {
  return operator !== 'exists' && operator !== 'missing'
}

function numberFaults(value: ConditionDraft['value']): FieldFault[] {
  return value !== '' && Number.isNaN(Number(value)) ? [['value', 'A number, as in 100']] : []
}

function summaryOf({ column, operator, value }: ConditionStep): string {
  if (column === '') return 'No column yet'
  return `Go on if ${column} ${operatorWords[operator]}${value === undefined ? '' : ` “${value}”`}`
}

function Fields({ step, faults, columns, dataTableId, onChange }: FieldsProps<ConditionDraft>) {
  // A column that is no longer one stays to be seen, with its fault.
  const choices = columns.includes(step.column) ? columns : [step.column, ...columns]
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-start" grow preventGrowOverflow={false}>
        <NativeSelect
          label="Column"
          data={choices.map((column) => ({ value: column, label: column === '' ? 'Choose…' : column }))}
          value={step.column}
          error={faults.get('column')}
          onChange={(event) => onChange({ ...step, column: event.currentTarget.value })}
        />
        <NativeSelect
          label="Comparison"
          data={operators.map((value) => ({ value, label: operatorWords[value] }))}
          value={step.operator}
          error={faults.get('operator')}
          onChange={(event) => {
            const operator = operators.find((one) => one === event.currentTarget.value)
            if (operator !== undefined) onChange({ ...step, operator })
          }}
        />
        {takesValue(step.operator) && (
          <TextInput
            label="Value"
            value={String(step.value)}
            error={faults.get('value')}
            onChange={(event) => onChange({ ...step, value: event.currentTarget.value })}
          />
        )}
      </Group>
      {columns.length === 0 ? (
        <NoMetadataColumns dataTableId={dataTableId} />
      ) : (
        <Text size="sm" c="dimmed">
          Records for which this holds go on. The others end here as skipped.
        </Text>
      )}
    </Stack>
  )
}
