import { Group, Radio } from '@mantine/core'
import { maxDelayDays } from '../../../api/limits.ts'
import { presentTime } from '../../../api/test-mode/present-time.ts'
import { DateTimeField } from '../../../components/time/fields/date-time-field.tsx'
import { t } from '../../../languages/text.ts'

const dayMs = 86_400_000

/** When a run starts: now, or later at a time in UTC, which is empty until it is chosen. */
export interface StartTime {
  readonly later: boolean
  readonly at: string
}

/** Returns the typed start time of a job, or null if it is not in the future or more than 90 days ahead. */
export function momentOf({ later, at }: StartTime): Date | null {
  if (!later) return null
  const moment = new Date(at)
  const ahead = moment.getTime() - presentTime()
  return Number.isNaN(ahead) || ahead <= 0 || ahead > maxDelayDays * dayMs ? null : moment
}

/** Chooses whether a run starts now or later. */
export function StartTimeFields({
  value,
  disabled,
  onChange,
}: {
  value: StartTime
  disabled: boolean
  onChange: (value: StartTime) => void
}) {
  const { later, at } = value
  return (
    <>
      <Radio.Group
        label={t('Start of the job')}
        value={later ? 'later' : 'now'}
        onChange={(chosen) => onChange({ later: chosen === 'later', at })}
      >
        <Group gap="md" mt={4}>
          <Radio value="now" label={t('Now')} disabled={disabled} />
          <Radio value="later" label={t('Later')} disabled={disabled} />
        </Group>
      </Radio.Group>
      {later && (
        <DateTimeField
          label={t('Start time')}
          description={t(
            'The start time is in the time zone of this computer, up to 90 days ahead. The records of the job are chosen now.',
          )}
          w={{ base: '100%', xs: 300 }}
          disabled={disabled}
          value={at}
          min={presentTime()}
          max={presentTime() + maxDelayDays * dayMs}
          error={
            at !== '' && momentOf(value) === null
              ? t('Choose a start time within the next 90 days')
              : undefined
          }
          onChange={(chosen) => onChange({ later, at: chosen })}
        />
      )}
    </>
  )
}
