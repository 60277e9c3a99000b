import { Group, NativeSelect, NumberInput } from '@mantine/core'
import type { WaitDraft } from './step-draft.ts'
import type { FieldsProps } from './step-fields.tsx'
import { type WaitUnit, waitUnits } from './waits.ts'

const units = Object.keys(waitUnits) as WaitUnit[]

export function WaitFields({ step, faults, onChange }: FieldsProps<WaitDraft>) {
  return (
    <Group gap="sm" align="flex-start">
      <NumberInput
        label="How long"
        description="From 1 second to 90 days."
        w={160}
        min={0}
        decimalScale={4}
        value={step.amount}
        error={faults.get('seconds')}
        onChange={(amount) => onChange({ ...step, amount: amount === '' ? '' : Number(amount) })}
      />
      <NativeSelect
        label="Unit"
        description="Of time"
        data={units}
        value={step.unit}
        onChange={(event) => {
          const unit = units.find((one) => one === event.currentTarget.value)
          if (unit !== undefined) onChange({ ...step, unit })
        }}
      />
    </Group>
  )
}
