import { ActionIcon, Popover, Skeleton } from '@mantine/core'
import { CalendarDays } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { t } from '../../../languages/text.ts'
import type { Days } from './days.ts'

const DayCalendar = lazy(async () => ({ default: (await import('./day-calendar.tsx')).DayCalendar }))

/** The button of a field that opens a calendar. The code of the calendar is loaded when it is opened. */
export function CalendarButton({
  days,
  isOpen,
  disabled,
  onOpen,
  onChoose,
}: {
  days: Days
  isOpen: boolean
  disabled: boolean
  onOpen: (isOpen: boolean) => void
  onChoose: (day: string) => void
}) {
  return (
    <Popover
      opened={isOpen}
      onChange={onOpen}
      position="bottom-end"
      trapFocus
      returnFocus
      disabled={disabled}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          disabled={disabled}
          aria-label={t('Choose a day in the calendar')}
          onClick={() => onOpen(!isOpen)}
        >
          <CalendarDays size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Calendar')} aria-labelledby={undefined}>
        <Suspense fallback={<Skeleton w={252} h={280} radius="md" />}>
          <DayCalendar
            days={days}
            onChoose={(day) => {
              onOpen(false)
              onChoose(day)
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
