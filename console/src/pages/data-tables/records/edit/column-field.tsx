import { Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Column } from '../../../../api/schema.ts'

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
  error?: ReactNode
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
  return (
    <TextInput
      label={label}
      {...field}
      placeholder={type === 'date' ? '2026-12-31' : undefined}
      inputMode={inputModes[type ?? 'text'] ?? 'text'}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
