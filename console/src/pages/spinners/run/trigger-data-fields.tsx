import { Checkbox, NumberInput, Stack, TextInput } from '@mantine/core'
import type { DeclaredField, TriggerData } from '../../../api/spinner/rehearsals.ts'
import { DateField } from '../../../components/time/fields/date-field.tsx'
import { t } from '../../../languages/text.ts'

/**
 * Returns the trigger data to send: null if the spinner declares none, undefined while a required field is
 * missing. Unchecked boxes are sent as false.
 */
export function completeData(
  fields: readonly DeclaredField[],
  said: TriggerData,
): TriggerData | null | undefined {
  if (fields.length === 0) return null
  const entries = fields.flatMap(({ name, type }) => {
    const value = said[name] ?? (type === 'boolean' ? false : '')
    return value === '' ? [] : [[name, value] as const]
  })
  const data = Object.fromEntries(entries)
  return fields.every(({ name, isRequired }) => !isRequired || name in data) ? data : undefined
}

/** Fields for the trigger data that the spinner declares; templates see them as `trigger.NAME`. */
export function TriggerDataFields({
  fields,
  data,
  disabled,
  onChange,
}: {
  fields: readonly DeclaredField[]
  data: TriggerData
  disabled: boolean
  onChange: (data: TriggerData) => void
}) {
  const set = (name: string, value: string | number | boolean) => onChange({ ...data, [name]: value })
  return (
    <Stack gap="sm" role="group" aria-label={t('Trigger data')}>
      {fields.map(({ name, type, isRequired }) => {
        const common = { label: name, required: isRequired, disabled }
        const value = data[name] ?? ''
        switch (type) {
          case 'boolean':
            return (
              <Checkbox
                key={name}
                label={name}
                disabled={disabled}
                checked={value === true}
                onChange={(event) => set(name, event.currentTarget.checked)}
              />
            )
          case 'number':
            return (
              <NumberInput
                key={name}
                {...common}
                value={typeof value === 'number' ? value : ''}
                onChange={(number) => set(name, number === '' ? '' : Number(number))}
              />
            )
          case 'date':
            return (
              <DateField key={name} {...common} value={String(value)} onChange={(day) => set(name, day)} />
            )
          case 'text':
            return (
              <TextInput
                key={name}
                {...common}
                value={String(value)}
                onChange={(event) => set(name, event.currentTarget.value)}
              />
            )
        }
      })}
    </Stack>
  )
}
