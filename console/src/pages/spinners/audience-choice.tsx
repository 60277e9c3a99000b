import { Stack } from '@mantine/core'
import type { Spinner } from '../../api/schema.ts'
import { t } from '../../languages/text.ts'
import { CreateSegmentButton } from './create-segment-button.tsx'
import { RadioChoice } from './radio-choice.tsx'
import { useOfferedSegments } from './steps/where/leaf-select.tsx'
import { SegmentSelect } from './steps/where/segment-select.tsx'

type Audience = Spinner['audience']
type AudienceKind = Extract<Audience, string> | 'segment'

const audienceWords: Readonly<Record<AudienceKind, { label: string; means: string }>> = {
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
  segment: {
    label: t('Records of a segment'),
    means: t(
      'Each job takes the records that belong to a segment of the data table at that moment, so people may get the messages again.',
    ),
  },
}

/** The words of a segment for a spinner that starts on records. */
const newOfSegment = {
  label: t('New records of a segment'),
  means: t(
    'Each job takes the new records, and writes to the records that belong to a segment of the data table at that moment. The others are left out, also later.',
  ),
}

function kindOf(audience: Audience): AudienceKind {
  return typeof audience === 'string' ? audience : 'segment'
}

function wordsFor({ on }: Spinner['starts']): typeof audienceWords {
  return on === 'records' ? { ...audienceWords, segment: newOfSegment } : audienceWords
}

/** Returns the name of an audience, and what a job with it takes. */
export function wordsOfAudience({ audience, starts }: Pick<Spinner, 'audience' | 'starts'>): {
  label: string
  means: string
} {
  return wordsFor(starts)[kindOf(audience)]
}

export function AudienceChoice({
  dataTableId,
  value,
  starts,
  onChange,
}: {
  dataTableId: string
  value: Audience
  starts: Spinner['starts']
  onChange: (audience: Audience) => void
}) {
  const [first] = useOfferedSegments({ dataTableId })
  const isOfSegment = typeof value !== 'string'
  const { segment, ...others } = wordsFor(starts)
  return (
    <Stack gap="sm">
      <RadioChoice<AudienceKind>
        label={t('Records that each job takes')}
        words={isOfSegment || first !== undefined ? { ...others, segment } : (others as typeof audienceWords)}
        value={kindOf(value)}
        onChange={(kind) => {
          if (kind !== 'segment') onChange(kind)
          else if (first !== undefined) onChange({ segmentId: first.id })
        }}
      />
      {isOfSegment && (
        <SegmentSelect
          label={t('The segment')}
          dataTableId={dataTableId}
          segmentId={value.segmentId}
          onChange={(segmentId) => onChange({ segmentId })}
        />
      )}
      {(isOfSegment || first === undefined) && (
        <CreateSegmentButton dataTableId={dataTableId} onCreated={(segmentId) => onChange({ segmentId })} />
      )}
    </Stack>
  )
}
