import { useMantineStyleNonce } from '@mantine/core'
import { Calendar, type DayOfWeek } from '@mantine/dates'
import styles from '@mantine/dates/styles.css?inline'
import { useEffect, useRef } from 'react'
import { dateLanguage } from '../../../languages/language.ts'
import { t } from '../../../languages/text.ts'
import { dateFormat } from '../date-format.ts'
import type { Days } from './days.ts'

/** A calendar of one month, in which the user chooses a day. The arrow keys go from day to day. */
export function DayCalendar({ days, onChoose }: { days: Days; onChoose: (day: string) => void }) {
  const { chosen, present, min, max } = days
  const nonce = useMantineStyleNonce()
  const calendar = useRef<HTMLDivElement>(null)
  const first = within(chosen === '' ? present : chosen, min, max)
  useEffect(() => {
    // Takes the focus after the popover has stored the element to which the focus returns.
    const timer = setTimeout(() => calendar.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus())
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      {/* The styles are a part of this code, so that no other page loads them. */}
      <style nonce={nonce?.()}>{styles}</style>
      <Calendar
        ref={calendar}
        defaultDate={first}
        {...(min === undefined ? {} : { minDate: min })}
        {...(max === undefined ? {} : { maxDate: max })}
        firstDayOfWeek={firstDayOfWeek()}
        weekendDays={[]}
        hideOutsideDates
        highlightToday
        __stopPropagation
        ariaLabels={{
          nextMonth: t('Next month'),
          previousMonth: t('Previous month'),
          nextYear: t('Next year'),
          previousYear: t('Previous year'),
          nextDecade: t('Next ten years'),
          previousDecade: t('Previous ten years'),
        }}
        monthLabelFormat={written({ month: 'long', year: 'numeric' })}
        monthsListFormat={written({ month: 'short' })}
        weekdayFormat={written({ weekday: 'short' })}
        getDayAriaLabel={written({ dateStyle: 'full' })}
        getDayProps={(day) => ({
          selected: day === chosen,
          'aria-pressed': day === chosen,
          'aria-current': day === present ? 'date' : undefined,
          'data-today': day === present || undefined,
          'data-autofocus': day === first || undefined,
          onClick: () => onChoose(day),
        })}
      />
    </>
  )
}

/** Returns a function that writes a day of the calendar in the user's language. */
function written(options: Intl.DateTimeFormatOptions): (day: string) => string {
  return (day) => dateFormat({ ...options, timeZone: 'UTC' }).format(Date.parse(day))
}

function within(day: string, min: string | undefined, max: string | undefined): string {
  if (min !== undefined && day < min) return min
  return max !== undefined && day > max ? max : day
}

/** The locale of newer browsers, which say how a week is counted. */
interface LocaleWithWeek extends Intl.Locale {
  readonly getWeekInfo?: () => { readonly firstDay: number }
}

/** Returns the first day of the week where the user's language is spoken: Sunday is 0. It is Monday if unknown. */
function firstDayOfWeek(): DayOfWeek {
  const locale = new Intl.Locale(dateLanguage()) as LocaleWithWeek
  return ((locale.getWeekInfo?.().firstDay ?? 1) % 7) as DayOfWeek
}
