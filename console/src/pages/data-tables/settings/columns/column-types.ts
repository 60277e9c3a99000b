import type { Column } from '../../../../api/schema.ts'
import { t } from '../../../../languages/text.ts'

export const labelOfType: Readonly<Record<NonNullable<Column['type']>, string>> = {
  text: t('Text'),
  number: t('Number'),
  date: t('Date'),
  email: t('E-mail address'),
  phone: t('Phone number'),
  choice: t('Choice'),
}

export const columnTypes = Object.keys(labelOfType) as NonNullable<Column['type']>[]
