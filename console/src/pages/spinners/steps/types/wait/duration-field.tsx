import { Group, NativeSelect, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../../../../languages/text.ts'
import { type WaitUnit, waitOf, waitUnits } from './wait-words.ts'

const units = Object.keys(waitUnits) as WaitUnit[]

/** Edits a duration in seconds as an amount and a unit; null if the field is empty. */
export function DurationField({
  label,
  description,
  seconds,
  fault,
  onChange,
}: {
  label: string
  description?: string
  seconds: number | null
  fault: string | undefined
  onChange: (seconds: number | null) => void
}) {
  const [unit, setUnit] = useState<WaitUnit>(() =>
    seconds === null || seconds === 0 ? 'days' : waitOf(seconds).unit,
  )
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <NumberInput
        label={label}
        description={description}
        w={140}
        min={0}
        decimalScale={4}
        value={seconds === null ? '' : seconds / waitUnits[unit]}
        error={fault}
        onChange={(amount) => onChange(amount === '' ? null : Math.round(Number(amount) * waitUnits[unit]))}
      />
      <NativeSelect
        aria-label={t('Unit of: {label}', { label })}
        data={units}
        value={unit}
        onChange={(event) => {
          const chosen = units.find((one) => one === event.currentTarget.value)
          if (chosen === undefined) return
          setUnit(chosen)
          if (seconds !== null) onChange(Math.round((seconds / waitUnits[unit]) * waitUnits[chosen]))
        }}
      />
    </Group>
  )
}
