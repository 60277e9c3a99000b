import { dateFormat } from './date-format.ts'

type Style = 'date' | 'time' | 'dateAndTime' | 'short' | 'shortWithYear' | 'year'

const options: Readonly<Record<Style, Intl.DateTimeFormatOptions>> = {
  date: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit' },
  dateAndTime: {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  },
  short: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  shortWithYear: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  year: { year: 'numeric' },
}

const formatOf = (style: Style, timeZone: string) => dateFormat({ ...options[style], timeZone })

/** Returns the date of a moment in a time zone, as "Wednesday 2 December 2026". */
export const dateIn = (timeZone: string, at: string): string =>
  formatOf('date', timeZone).format(new Date(at))

/** Returns the time of day of a moment in a time zone, as "09:30". */
export const timeIn = (timeZone: string, at: string): string =>
  formatOf('time', timeZone).format(new Date(at))

/** Returns the date and time of a moment in a time zone, as "Wed, 2 Dec 2026, 09:30". */
export const dateAndTimeIn = (timeZone: string, at: string): string =>
  formatOf('dateAndTime', timeZone).format(new Date(at))

/**
 * Returns the date and time of a moment in a time zone, as "2 Dec 2026, 09:30". Leaves out the year if it is
 * the year of `now`.
 */
export function shortTimeIn(timeZone: string, at: string, now?: string): string {
  const year = (time: string) => formatOf('year', timeZone).format(new Date(time))
  const isSameYear = now !== undefined && year(at) === year(now)
  return formatOf(isSameYear ? 'short' : 'shortWithYear', timeZone).format(new Date(at))
}

/** Returns the date and the hour of a moment in a time zone, such as `2026-12-02T09:30`. */
export function localTimeIn(timeZone: string, at: number): string {
  return new Date(at + offsetAt(timeZone, at)).toISOString().slice(0, 16)
}

/** Returns the moment of a date and an hour in a time zone, such as `2026-12-02T09:30`; null for other texts. */
export function momentIn(timeZone: string, value: string): Date | null {
  const asUtc = Date.parse(`${value}Z`)
  if (Number.isNaN(asUtc)) return null
  // Computes the time zone's offset twice, because the first offset may be wrong around a change of the
  // clocks.
  const guess = asUtc - offsetAt(timeZone, asUtc)
  return new Date(asUtc - offsetAt(timeZone, guess))
}

/**
 * Returns how many milliseconds the clocks of a time zone are ahead of UTC at the time `at`; negative if they
 * are behind.
 */
function offsetAt(timeZone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value)
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return wall - Math.floor(at / 1_000) * 1_000
}
