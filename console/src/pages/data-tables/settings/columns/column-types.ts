import type { Column } from '../../../../api/schema.ts'

export const labelOfType: Readonly<Record<NonNullable<Column['type']>, string>> = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  email: 'E-mail address',
  phone: 'Phone number',
  choice: 'Choice',
}

export const columnTypes = Object.keys(labelOfType) as NonNullable<Column['type']>[]
