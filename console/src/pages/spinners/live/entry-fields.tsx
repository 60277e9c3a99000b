import { NativeSelect, NumberInput, Stack } from '@mantine/core'
import { maxAgainAfterDays } from '../../../api/limits.ts'
import { t } from '../../../languages/text.ts'
import { DurationField } from '../steps/types/wait/duration-field.tsx'
import { SegmentSelect } from '../steps/where/segment-select.tsx'
import { againFault, againWords, type Starts, withinFault } from './starts-words.ts'

/** Edits the segment whose entries start a spinner, and how often a record starts. */
export function EntryFields({
  dataTableId,
  starts,
  onChange,
}: {
  dataTableId: string
  starts: Starts
  onChange: (starts: Starts) => void
}) {
  const { segmentId = '', again = 'never', againAfterDays, withinSeconds = 60 } = starts
  const common = { on: 'segment', segmentId, again, withinSeconds } as const
  const repeated = againAfterDays === undefined ? common : { ...common, againAfterDays }
  return (
    <Stack gap="sm">
      <SegmentSelect
        label={t('The segment that records enter')}
        dataTableId={dataTableId}
        segmentId={segmentId}
        onChange={(chosen) => onChange({ ...repeated, segmentId: chosen })}
      />
      <NativeSelect
        label={t('How often one record starts')}
        description={
          again === 'eachEntry'
            ? t(
                'Also choose repeated messages to one person in the settings; otherwise that person is skipped.',
              )
            : undefined
        }
        data={Object.entries(againWords).map(([value, label]) => ({ value, label }))}
        value={again}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...common, again: value === 'eachEntry' ? value : 'never' })
        }
      />
      {again === 'eachEntry' && (
        <NumberInput
          label={t('Shortest time between two starts of a record, in days')}
          description={t(
            'A record that enters earlier does not start. Leave it empty to start at each entry.',
          )}
          min={1}
          max={maxAgainAfterDays}
          allowDecimal={false}
          value={againAfterDays ?? ''}
          error={againFault(starts) ?? undefined}
          onChange={(days) => onChange(days === '' ? common : { ...common, againAfterDays: Number(days) })}
        />
      )}
      <DurationField
        label={t('Shortest time between two jobs')}
        seconds={starts.withinSeconds ?? null}
        fault={withinFault(starts) ?? undefined}
        onChange={(seconds) => onChange({ ...repeated, withinSeconds: seconds ?? 0 })}
      />
    </Stack>
  )
}
