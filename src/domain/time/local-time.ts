import { zoneFormat } from './zone-format.ts'

/** The date and time that a clock in a time zone shows. */
interface WallClock {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

/** Returns whether a text is the IANA name of a time zone, such as "Asia/Kathmandu". */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{1,63}$/.test(name)) return false
  return zoneFormat(name) !== null
}

function wallClock(at: Date, zone: string): WallClock {
  const parts: Record<string, number> = {}
  const format = zoneFormat(zone)
  if (format === null) throw new RangeError(`There is no time zone ${zone}`)
  for (const { type, value } of format.formatToParts(at)) parts[type] = Number(value)
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts
  return { year, month, day, hour, minute, second }
}

const dayMilliseconds = 24 * 60 * 60 * 1000

/** Returns the local time of a moment in a zone, in milliseconds since 1970 as if the local time were UTC. */
function asUtc(at: Date, zone: string): number {
  const { year, month, day, hour, minute, second } = wallClock(at, zone)
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((at.getTime() % 1000) + 1000) % 1000)
}

/**
 * Returns the local date of a moment in a zone, such as "2026-11-21", or "+010000-01-01" after the year 9999.
 * `Date.parse` reads both forms.
 */
export function localDay(at: Date, zone: string): string {
  return dayIn(new Date(asUtc(at, zone)))
}

export function dayAfter(day: string, days = 1): string {
  return dayIn(new Date(Date.parse(day) + days * dayMilliseconds))
}

/** Returns the date in UTC. */
function dayIn(time: Date): string {
  const iso = time.toISOString()
  return iso.slice(0, iso.indexOf('T'))
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMilliseconds)
}

/** Returns the day of the week from 1 (Monday) to 7 (Sunday), as ISO 8601 numbers them. */
export function weekdayOf(day: string): number {
  return new Date(day).getUTCDay() || 7
}

/**
 * Returns the moment at which a clock in the zone shows a time of a day. If clocks are put back, the time may
 * occur twice, and the function returns the second moment. If clocks are put forward over the time, it
 * returns the moment without that change: for 02:30 the clock then shows 03:30. PostgreSQL does the same.
 */
export function momentOf(day: string, minutes: number, zone: string): Date {
  const wall = Date.parse(day) + minutes * 60_000
  // Computes the zone's UTC offsets a day before and a day after the local time. The zone has one of these
  // offsets at the local time, because no zone changes its clocks twice within two days.
  const before = asUtc(new Date(wall - dayMilliseconds), zone) - (wall - dayMilliseconds)
  const after = asUtc(new Date(wall + dayMilliseconds), zone) - (wall + dayMilliseconds)
  const [early, late] = [wall - Math.max(before, after), wall - Math.min(before, after)]
  if (asUtc(new Date(late), zone) === wall) return new Date(late)
  if (asUtc(new Date(early), zone) === wall) return new Date(early)
  return new Date(wall - before)
}

/** Returns a `Date` whose UTC fields show the local time of a moment in a zone. */
export function wallTime(at: Date, zone: string): Date {
  return new Date(asUtc(at, zone))
}

/**
 * Returns the first moment at which a clock in the zone shows a time or a later one. `time` is a local time,
 * represented as if it were UTC. If clocks are put forward over the time, the result is the moment of that
 * change.
 */
export function firstMomentOf(time: Date, zone: string): Date {
  const wall = time.getTime()
  const before = asUtc(new Date(wall - dayMilliseconds), zone) - (wall - dayMilliseconds)
  const after = asUtc(new Date(wall + dayMilliseconds), zone) - (wall + dayMilliseconds)
  let [early, late] = [wall - Math.max(before, after), wall - Math.min(before, after)]
  if (asUtc(new Date(early), zone) === wall) return new Date(early)
  if (asUtc(new Date(late), zone) === wall) return new Date(late)
  // Searches for the clock change by halving the range. At `early` the clock shows less than the wanted time,
  // at `late` it shows more.
  while (late - early > 1000) {
    const middle = early + Math.round((late - early) / 2000) * 1000
    if (asUtc(new Date(middle), zone) < wall) early = middle
    else late = middle
  }
  return new Date(late)
}

/** Returns the moment at which a day begins in a zone. */
export function startOfDay(day: string, zone: string): Date {
  return momentOf(day, 0, zone)
}
