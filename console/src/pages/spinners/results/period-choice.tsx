import { Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { ChoiceBar } from '../../../components/choice-bar.tsx'
import { DateField } from '../../../components/time/fields/date-field.tsx'
import { t } from '../../../languages/text.ts'
import { type DayRange, type ResultRange, resultRanges } from './result-period.ts'

const chosenDays = 'days'

/** Chooses the period of the results: a range that ends today, or days that the user types. */
export function PeriodChoice({
  range,
  days,
  onChange,
}: {
  range: ResultRange | DayRange
  /** The first and the last day of the present period; null for all time. */
  days: DayRange | null
  /** Receives the period for the address of the page; undefined for the usual one. */
  onChange: (period: string | undefined) => void
}) {
  const [isOpen, setOpen] = useState(typeof range === 'object')
  const [draft, setDraft] = useState<DayRange>(days ?? { from: '', to: '' })
  const value = isOpen ? chosenDays : typeof range === 'object' ? chosenDays : range
  const choose = (chosen: string) => {
    setOpen(chosen === chosenDays)
    if (chosen === chosenDays) setDraft(days ?? { from: '', to: '' })
    else onChange(chosen === '30' ? undefined : chosen)
  }
  const set = (changed: DayRange) => {
    setDraft(changed)
    if (changed.from !== '' && changed.to !== '' && changed.from <= changed.to)
      onChange(`${changed.from}..${changed.to}`)
  }
  const isReversed = draft.from !== '' && draft.to !== '' && draft.from > draft.to
  return (
    <Stack gap="xs" align="flex-start">
      <ChoiceBar
        label={t('Period')}
        data={[...resultRanges, { value: chosenDays, label: t('Chosen days') }]}
        value={value}
        onChange={choose}
      />
      {isOpen && (
        <Group gap="sm" align="flex-start">
          <DateField label={t('First day')} value={draft.from} onChange={(from) => set({ ...draft, from })} />
          <DateField
            label={t('Last day')}
            value={draft.to}
            error={isReversed ? t('The last day is before the first day.') : undefined}
            onChange={(to) => set({ ...draft, to })}
          />
        </Group>
      )}
    </Stack>
  )
}
