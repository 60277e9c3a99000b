import type { Spinner } from '../../api/schema.ts'
import { t } from '../../languages/text.ts'
import { RadioChoice } from './radio-choice.tsx'

export const audienceWords: Readonly<Record<Spinner['audience'], { label: string; means: string }>> = {
  new: {
    label: t('New records'),
    means: t(
      'Each job takes the records that no earlier job of this spinner has taken, so no record is taken twice.',
    ),
  },
  all: {
    label: t('All records'),
    means: t('Each job takes every record of the data table, so people may get the messages again.'),
  },
}

export function AudienceChoice({
  value,
  onChange,
}: {
  value: Spinner['audience']
  onChange: (audience: Spinner['audience']) => void
}) {
  return (
    <RadioChoice
      label={t('Records that each job takes')}
      words={audienceWords}
      value={value}
      onChange={onChange}
    />
  )
}
