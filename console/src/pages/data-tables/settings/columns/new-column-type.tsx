import { Select } from '@mantine/core'
import type { Column } from '../../../../api/schema.ts'
import { t } from '../../../../languages/text.ts'
import { columnTypes, labelOfType } from './column-types.ts'

type Type = NonNullable<Column['type']>

/** The types that a new column can have before its values are known; the type choice needs a list of values. */
const types = columnTypes.filter((type) => type !== 'choice')

/** Chooses the type of a column that is about to be created. */
export function NewColumnType({
  label,
  type,
  onChange,
}: {
  label: string
  type: Type
  onChange: (type: Type) => void
}) {
  return (
    <Select
      aria-label={t('Type of the new column {label}', { label })}
      data={types.map((value) => ({ value, label: labelOfType[value] }))}
      value={type}
      onChange={(chosen) => onChange(types.find((each) => each === chosen) ?? 'text')}
      allowDeselect={false}
      miw={140}
      maw={180}
    />
  )
}
