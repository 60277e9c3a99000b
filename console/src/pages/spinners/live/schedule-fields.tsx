import { Chip, Group, NativeSelect, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { scheduleRunsQuery } from '../../../api/spinner/spinners.ts'
import { messageOf } from '../../../components/message/message-of.ts'
import { dateFormat } from '../../../components/time/date-format.ts'
import { HourField } from '../../../components/time/fields/hour-field.tsx'
import { TimeZoneSelect } from '../../../components/time/time-zone-select.tsx'
import { t } from '../../../languages/text.ts'
import { cronOf, type Plan, planOf } from './cron.ts'
import { dayNames, type Starts, startsFault } from './starts-words.ts'

/** The choices of how often a spinner starts. Weekdays are a plan by days of the week with five of them. */
const kinds = {
  hourly: t('Start every hour'),
  weekdays: t('Start on weekdays, Monday to Friday'),
  weekly: t('Start on days of the week'),
  monthly: t('Start once a month'),
  custom: t('Start by cron fields'),
} as const

const weekdays = [1, 2, 3, 4, 5]

/** Edits a schedule in everyday terms or as cron fields, and shows the next runs. */
export function ScheduleFields({ starts, onChange }: { starts: Starts; onChange: (starts: Starts) => void }) {
  const { cron = '', timeZone = 'UTC' } = starts
  const [asCron, setAsCron] = useState(false)
  const plan: Plan = asCron ? { kind: 'custom' } : planOf(cron)
  const set = (changed: Exclude<Plan, { kind: 'custom' }>) => onChange({ ...starts, cron: cronOf(changed) })
  const at = 'at' in plan ? plan.at : '09:00'
  const choice = plan.kind === 'weekly' && String(plan.days) === String(weekdays) ? 'weekdays' : plan.kind
  const choose = (kind: keyof typeof kinds) => {
    setAsCron(kind === 'custom')
    if (kind === 'hourly') set({ kind, minute: 0 })
    if (kind === 'weekdays') set({ kind: 'weekly', at, days: weekdays })
    if (kind === 'weekly') set({ kind, at, days: [1] })
    if (kind === 'monthly') set({ kind, at, day: 1 })
  }
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t('How often')}
        data={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
        value={choice}
        onChange={(event) => choose(event.currentTarget.value as keyof typeof kinds)}
      />
      {plan.kind === 'hourly' && (
        <NumberInput
          label={t('Minute of the hour')}
          min={0}
          max={59}
          allowDecimal={false}
          value={plan.minute}
          onChange={(minute) => set({ kind: 'hourly', minute: Math.min(Math.max(Number(minute), 0), 59) })}
        />
      )}
      {plan.kind === 'weekly' && <WeekDays days={plan.days} onChange={(days) => set({ ...plan, days })} />}
      {plan.kind === 'monthly' && (
        <NumberInput
          label={t('Day of the monthly start')}
          description={t('The spinner does not start in months without this day.')}
          min={1}
          max={31}
          allowDecimal={false}
          value={plan.day}
          onChange={(day) => set({ ...plan, day: Math.min(Math.max(Number(day), 1), 31) })}
        />
      )}
      {(plan.kind === 'weekly' || plan.kind === 'monthly') && (
        <HourField
          label={t('Time of day')}
          value={plan.at}
          onChange={(value) => value !== '' && set({ ...plan, at: value })}
        />
      )}
      {plan.kind === 'custom' && (
        <TextInput
          label={t('Cron fields')}
          description={t('The cron fields are minute, hour, day of the month, month, day of the week.')}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={cron}
          error={startsFault(starts)}
          onChange={(event) => onChange({ ...starts, cron: event.currentTarget.value })}
        />
      )}
      <TimeZoneSelect
        label={t('Time zone')}
        description={t(
          'If clocks skip the start time in spring, the spinner starts at the moment of the change. If clocks show the time twice in autumn, the spinner starts once.',
        )}
        value={timeZone}
        onChange={(chosen) => onChange({ ...starts, timeZone: chosen })}
      />
      {startsFault(starts) === null && <NextRuns cron={cron} timeZone={timeZone} />}
    </Stack>
  )
}

/** Chooses the days of the week, of which at least one stays chosen. */
function WeekDays({
  days,
  onChange,
}: {
  days: readonly number[]
  onChange: (days: readonly number[]) => void
}) {
  return (
    <Chip.Group
      multiple
      value={days.map(String)}
      onChange={(chosen) => {
        const next = chosen.map(Number).toSorted((a, b) => a - b)
        if (next.length > 0) onChange(next)
      }}
    >
      <Group gap={4} role="group" aria-label={t('Days on which the spinner starts')}>
        {dayNames.map((day, index) => (
          <Chip key={day} value={String(index + 1)} size="xs">
            {day}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  )
}

function NextRuns({ cron, timeZone }: { cron: string; timeZone: string }) {
  const [requested] = useDebouncedValue({ cron: cron.trim(), timeZone }, 300)
  const { data, error } = useQuery({
    ...scheduleRunsQuery(requested.cron, requested.timeZone),
    placeholderData: keepPreviousData,
  })
  if (error !== null)
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        {messageOf(error)}
      </Text>
    )
  const format = dateFormat({
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: requested.timeZone,
  })
  return (
    <div aria-live="polite">
      <Text size="sm" fw={500} id="next-runs">
        {t('The next runs of this schedule')}
      </Text>
      <Text component="ul" size="sm" c="dimmed" m={0} pl="md" className="numbers" aria-labelledby="next-runs">
        {data?.map((at) => (
          <li key={at}>
            <time dateTime={at}>{format.format(new Date(at))}</time>
          </li>
        ))}
      </Text>
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('No runs.')}
        </Text>
      )}
    </div>
  )
}
