import { Group, NativeSelect, NumberInput } from '@mantine/core'
import { DateField } from '../../../../components/time/fields/date-field.tsx'
import { DateTimeField } from '../../../../components/time/fields/date-time-field.tsx'
import { presentDay } from '../../../../components/time/fields/day-text.ts'
import { momentOnDay } from '../../../../components/time/fields/moment-text.ts'
import { t } from '../../../../languages/text.ts'
import { countedFromNow, fromNow, unitWords } from './time-from-now.ts'

const kinds = {
  now: t('now'),
  ago: t('… ago'),
  ahead: t('… from now'),
  day: t('a day'),
  time: t('a time'),
} as const
type Kind = keyof typeof kinds

function kindOf(value: string): Kind {
  const counted = fromNow(value)
  if (counted !== null) return counted.count === 0 ? 'now' : counted.count < 0 ? 'ago' : 'ahead'
  return value === '' || /^\d{4}-\d\d-\d\d$/.test(value) ? 'day' : 'time'
}

/** Edits the time in a comparison: relative to the present, a day, or an exact time. */
export function TimeValue({
  value,
  no,
  fault,
  onChange,
}: {
  value: string
  no?: string
  fault: string | undefined
  onChange: (value: string) => void
}) {
  const kind = kindOf(value)
  const counted = fromNow(value) ?? { count: 0, unit: 'd' }
  const sign = kind === 'ago' ? -1 : 1
  const of = no === undefined ? '' : t(' of condition {no}', { no })
  const first: Readonly<Record<Kind, () => string>> = {
    now: () => 'now',
    ago: () => countedFromNow(-7, 'd'),
    ahead: () => countedFromNow(7, 'd'),
    day: presentDay,
    time: () => momentOnDay('', presentDay()),
  }
  const field = {
    ...(no === undefined ? { label: t('Value') } : {}),
    'aria-label': t('Value{of}', { of }),
    flex: 1,
    value,
    error: fault,
  }
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <NativeSelect
        {...(no === undefined ? { label: t('Time') } : {})}
        aria-label={
          no === undefined ? t('Kind of time in the condition') : t('Kind of time in condition {no}', { no })
        }
        w={124}
        style={{ flex: 'none' }}
        data={Object.entries(kinds).map(([one, label]) => ({ value: one, label }))}
        value={kind}
        error={kind === 'now' ? fault : undefined}
        onChange={(event) => onChange(first[event.currentTarget.value as Kind]())}
      />
      {(kind === 'ago' || kind === 'ahead') && (
        <>
          <NumberInput
            {...(no === undefined ? { label: t('How many') } : {})}
            aria-label={t('How many{of}', { of })}
            w={72}
            min={1}
            max={9_999}
            allowDecimal={false}
            hideControls
            value={Math.abs(counted.count)}
            error={fault}
            onChange={(many) => {
              const count = Math.min(Math.max(Number(many), 1), 9_999)
              onChange(countedFromNow(sign * count, counted.unit))
            }}
          />
          <NativeSelect
            {...(no === undefined ? { label: t('Unit') } : {})}
            aria-label={t('Unit{of}', { of })}
            data={Object.entries(unitWords).map(([one, label]) => ({ value: one, label }))}
            value={counted.unit}
            onChange={(event) => onChange(countedFromNow(counted.count, event.currentTarget.value))}
          />
        </>
      )}
      {kind === 'day' && <DateField {...field} onChange={onChange} />}
      {/* An empty time would be a day, whose field would replace this one while the user types. */}
      {kind === 'time' && <DateTimeField {...field} onChange={(at) => at !== '' && onChange(at)} />}
    </Group>
  )
}
