import { Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { NoMetadataColumns } from './no-metadata-columns.tsx'
import { type ConditionDraft, takesValue } from './step-draft.ts'
import type { FieldsProps } from './step-fields.tsx'
import { operatorWords } from './step-words.ts'

const operators = Object.keys(operatorWords) as ConditionDraft['operator'][]

export function ConditionFields({
  step,
  faults,
  columns,
  dataTableId,
  onChange,
}: FieldsProps<ConditionDraft>) {
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
