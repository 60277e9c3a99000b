/** What a clock on the wall of a zone shows. */
interface WallClock {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** To make one takes a hundred times as long as to use it. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, format)
  return format
}

/** An IANA name of a zone, as "Asia/Kathmandu". */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{1,63}$/.test(name)) return false
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

function wallClock(at: Date, zone: string): WallClock {
  const parts: Record<string, number> = {}
  for (const { type, value } of formatOf(zone).formatToParts(at)) parts[type] = Number(value)
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts
  return { year, month, day, hour, minute, second }
}

const dayMilliseconds = 24 * 60 * 60 * 1000

/** What the wall shows, as if it were UTC. */
function asUtc(at: Date, zone: string): number {
  const { year, month, day, hour, minute, second } = wallClock(at, zone)
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((at.getTime() % 1000) + 1000) % 1000)
}

/** The day on the wall, as "2026-11-21". */
export function localDay(at: Date, zone: string): string {
  return new Date(asUtc(at, zone)).toISOString().slice(0, 10)
}

/** Minutes since midnight on the wall. */
export function localMinutes(at: Date, zone: string): number {
  const { hour, minute } = wallClock(at, zone)
  return hour * 60 + minute
}

export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(day) + days * dayMilliseconds).toISOString().slice(0, 10)
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMilliseconds)
}

/** From 1, Monday, to 7, as ISO 8601 counts them. */
export function weekdayOf(day: string): number {
  return new Date(day).getUTCDay() || 7
}

/**
 * The moment at which the wall shows a time of a day. Where clocks are put back it shows it twice, and the second
 * moment is meant; where they are put forward it never does, and the moment is meant at which it would have without
 * that: at 02:30 on such a day it is 03:30. So does PostgreSQL.
 */
export function momentOf(day: string, minutes: number, zone: string): Date {
  const wall = Date.parse(day) + minutes * 60_000
  // Offsets a day before and after: nowhere are clocks changed twice within that.
  const before = asUtc(new Date(wall - dayMilliseconds), zone) - (wall - dayMilliseconds)
  const after = asUtc(new Date(wall + dayMilliseconds), zone) - (wall + dayMilliseconds)
  const [early, late] = [wall - Math.max(before, after), wall - Math.min(before, after)]
  if (asUtc(new Date(late), zone) === wall) return new Date(late)
  if (asUtc(new Date(early), zone) === wall) return new Date(early)
  return new Date(wall - before)
}

/** What the wall of a zone shows, as a moment of UTC. */
export function wallTime(at: Date, zone: string): Date {
  return new Date(asUtc(at, zone))
}

/**
 * The first moment at which the wall shows a time, given as a moment of UTC, or a later one: where clocks are put
 * forward over it, that is the moment at which they are.
 */
export function firstMomentOf(time: Date, zone: string): Date {
  const wall = time.getTime()
  const before = asUtc(new Date(wall - dayMilliseconds), zone) - (wall - dayMilliseconds)
  const after = asUtc(new Date(wall + dayMilliseconds), zone) - (wall + dayMilliseconds)
  let [early, late] = [wall - Math.max(before, after), wall - Math.min(before, after)]
  if (asUtc(new Date(early), zone) === wall) return new Date(early)
  if (asUtc(new Date(late), zone) === wall) return new Date(late)
  // It lies between a moment at which the wall shows less and one at which it shows more.
  while (late - early > 1000) {
    const middle = early + Math.round((late - early) / 2000) * 1000
    if (asUtc(new Date(middle), zone) < wall) early = middle
    else late = middle
  }
  return new Date(late)
}

/** When a day begins. */
export function startOf(day: string, zone: string): Date {
  return momentOf(day, 0, zone)
}
