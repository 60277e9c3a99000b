import { ActionIcon, Popover, Skeleton } from '@mantine/core'
import { CalendarDays } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { t } from '../../../languages/text.ts'

const DayCalendar = lazy(async () => ({ default: (await import('./day-calendar.tsx')).DayCalendar }))

/** The days of the calendar of a field, such as "2026-11-27". */
export interface Days {
  /** The day of the field's value; an empty text if it has none. */
  readonly chosen: string
  readonly present: string
  readonly min?: string | undefined
  readonly max?: string | undefined
  /** Whether the value of the field has an hour beside its day. */
  readonly withHour: boolean
  /** Returns the value that the field gets when a day is chosen. */
  readonly valueOn: (day: string) => string
}

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
