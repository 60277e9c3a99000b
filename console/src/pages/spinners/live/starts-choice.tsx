import { Box, Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { organizationQuery } from '../../../api/account/organization.ts'
import { t } from '../../../languages/text.ts'
import { DurationField } from '../steps/types/wait/duration-field.tsx'
import { useOfferedSegments } from '../steps/where/leaf-select.tsx'
import { EntryFields } from './entry-fields.tsx'
import { ScheduleFields } from './schedule-fields.tsx'
import { type Starts, startsFault } from './starts-words.ts'

const kinds: Readonly<Record<Starts['on'], { label: string; means: string }>> = {
  call: {
    label: t('Start manually or from a CRM'),
    means: t('You start the spinner with the Run button, or a CRM starts it with one API request.'),
  },
  records: {
    label: t('Start when records arrive'),
    means: t(
      'New records become one job, which counts once toward the plan. You can also run the spinner yourself.',
    ),
  },
  segment: {
    label: t('Start when records enter a segment'),
    means: t(
      'Records that begin to belong to a segment become one job, because they were added or changed, or because a time has come.',
    ),
  },
  schedule: {
    label: t('Start on a schedule'),
    means: t('At a scheduled time, no job starts if there are no records to write to.'),
  },
}

/** Chooses what starts the published spinner. */
export function StartsChoice({
  dataTableId,
  starts,
  onChange,
}: {
  dataTableId: string
  starts: Starts
  onChange: (starts: Starts) => void
}) {
  const [firstSegment] = useOfferedSegments({ dataTableId })
  const timeZone = useQuery(organizationQuery).data?.timeZone ?? 'UTC'
  const first: Readonly<Record<Starts['on'], Starts>> = {
    call: { on: 'call' },
    records: { on: 'records', withinSeconds: 60 },
    segment: { on: 'segment', segmentId: firstSegment?.id ?? '', again: 'never', withinSeconds: 60 },
    schedule: { on: 'schedule', cron: '0 9 * * 1', timeZone },
  }
  // A table without segments does not offer the start that needs one.
  const offered = Object.entries(kinds).filter(
    ([on]) => on !== 'segment' || starts.on === 'segment' || firstSegment !== undefined,
  )
  return (
    <>
      <Radio.Group
        aria-label={t('How the spinner starts')}
        value={starts.on}
        onChange={(value) => onChange(first[value])}
      >
        <Stack gap="sm">
          {offered.map(([on, { label, means }]) => (
            <Radio key={on} value={on} label={label} description={means} />
          ))}
        </Stack>
      </Radio.Group>
      <Box mt="md" hidden={starts.on === 'call'}>
        {starts.on === 'records' && (
          <DurationField
            label={t('Longest time until the start')}
            seconds={starts.withinSeconds ?? null}
            fault={startsFault(starts) ?? undefined}
            onChange={(seconds) => onChange({ on: 'records', withinSeconds: seconds ?? 0 })}
          />
        )}
        {starts.on === 'segment' && (
          <EntryFields dataTableId={dataTableId} starts={starts} onChange={onChange} />
        )}
        {starts.on === 'schedule' && <ScheduleFields starts={starts} onChange={onChange} />}
      </Box>
    </>
  )
}
