import { Select, TextInput } from '@mantine/core'
import type { Column } from '../../../../api/schema.ts'
import { DateValueField } from '../../../../components/time/fields/date-value-field.tsx'

/** The on-screen keyboards for columns of some types; other columns have the usual keyboard. */
const inputModes: Partial<Record<NonNullable<Column['type']>, 'decimal' | 'email' | 'tel'>> = {
  number: 'decimal',
  email: 'email',
  phone: 'tel',
}

/** A field for a value of a column, by the type of the column. */
export function ColumnField({
  column: { type, options },
  label,
  value,
  onChange,
  ...field
}: {
  column: Column
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  disabled?: boolean
  'data-autofocus'?: boolean
}) {
  if (type === 'choice')
    return (
      <Select
        label={label}
        {...field}
        clearable
        data={[...(options ?? [])]}
        value={value === '' ? null : value}
        onChange={(next) => onChange(next ?? '')}
      />
    )
  if (type === 'date') return <DateValueField label={label} {...field} value={value} onChange={onChange} />
  return (
    <TextInput
      label={label}
      {...field}
      inputMode={inputModes[type ?? 'text'] ?? 'text'}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
