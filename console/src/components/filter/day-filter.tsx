import { useSearchParam } from '../search-param.ts'
import { DateField } from '../time/fields/date-field.tsx'

/** A field that restricts a list to days from or up to a day, which a URL parameter of the page holds. */
export function DayFilter({ label, param }: { label: string; param: string }) {
  const [day = '', setDay] = useSearchParam(param)
  return (
    <DateField
      label={label}
      value={day}
      onDone={(value) => setDay(value === '' ? undefined : value)}
      flex="1 1 9rem"
      maw={180}
    />
  )
}

/** Returns the time at which a local day such as "2026-11-23" begins; undefined for other texts. */
export function beginningOf(day: string | undefined): string | undefined {
  return timeOf(day, 0)
}

/** Returns the time at which the day after a local day begins, such as "2026-11-23"; undefined for other texts. */
export function endOf(day: string | undefined): string | undefined {
  return timeOf(day, 1)
}

function timeOf(day: string | undefined, later: 0 | 1): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '') ?? []
  if (year === undefined) return undefined
  const time = new Date(Number(year), Number(month) - 1, Number(date) + later)
  return time.toISOString()
}
