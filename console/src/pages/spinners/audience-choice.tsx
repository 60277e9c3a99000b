import { Radio, Stack } from '@mantine/core'
import type { Spinner } from '../../api/schema.ts'

export const audienceWords: Readonly<Record<Spinner['audience'], { label: string; means: string }>> = {
  new: {
    label: 'New records',
    means:
      'Each job takes the records that no earlier job of this spinner has taken, so no record is taken twice.',
  },
  all: {
    label: 'All records',
    means: 'Each job takes every record of the data table, so people may get the messages again.',
  },
}

const audiences = Object.keys(audienceWords) as Spinner['audience'][]

export function AudienceChoice({
  value,
  onChange,
}: {
  value: Spinner['audience']
  onChange: (audience: Spinner['audience']) => void
}) {
  return (
    <Radio.Group
      aria-label="Records that each job takes"
      value={value}
      onChange={(chosen) => {
        const audience = audiences.find((one) => one === chosen)
        if (audience !== undefined) onChange(audience)
      }}
    >
      <Stack gap="sm">
        {audiences.map((audience) => (
          <Radio
            key={audience}
            value={audience}
            label={audienceWords[audience].label}
            description={audienceWords[audience].means}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
