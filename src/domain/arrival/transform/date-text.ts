import { zoneFormat } from '../../time/zone-format.ts'
import { type Decoded, isObject, own } from '../mapping/decoded.ts'

/**
 * The formats of dates and times that a mapping can name. Without a format, it is detected from the value,
 * but an ambiguous order of day and month is never guessed.
 */
export const dateFormats = ['iso', 'epoch', 'epochMs', 'dayFirst', 'monthFirst', 'yearFirst'] as const
export type DateFormat = (typeof dateFormats)[number]

/**
 * The result for a date that cannot be read without a format, because day and month may be in either order:
 * 3/4/2026.
 */
export const ambiguous = Symbol('ambiguous')

interface Moment {
  readonly year: number
  readonly month: number
  readonly day: number
  /**
   * The time of day of the parsed text, in milliseconds since midnight; null if the text is a date without a
   * time.
   */
  readonly time: number | null
  /** The offset of the parsed time in minutes east of Greenwich; null if the text gives no offset. */
  readonly offset: number | null
}

const longest = 60

/** Returns a date as `2026-01-15` or a time as ISO 8601 in UTC; null if the value is neither. */
export function parseDateText(
  value: Decoded,
  { format, zone = 'UTC' }: { readonly format?: DateFormat; readonly zone?: string },
): string | typeof ambiguous | null {
  if (isObject(value)) return written(partsOf(value), zone)
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value).trim()
  if (text.length > longest) return null
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return fromEpoch(text, format)
  if (format === 'epoch' || format === 'epochMs') return null
  const moment = inWords(text) ?? inNumbers(text, format)
  return moment === ambiguous ? moment : written(moment, zone)
}

function fromEpoch(text: string, format: DateFormat | undefined): string | null {
  const number = Number(text)
  const digits = text.replace(/\..*$/, '').length
  const isMs = format === 'epochMs' || (format === undefined && (digits === 12 || digits === 13))
  const isSeconds = format === 'epoch' || (format === undefined && (digits === 9 || digits === 10))
  if (!isMs && !isSeconds) {
    const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? []
    if (year === undefined || format === 'dayFirst' || format === 'monthFirst') return null
    return written({ year: +year, month: Number(month), day: Number(day), time: null, offset: null }, 'UTC')
  }
  const ms = Math.round(isMs ? number : number * 1000)
  return isWithin(ms) ? new Date(ms).toISOString() : null
}

/** Parses a date that a form builder sends as an object `{year, month, day}`. */
function partsOf(value: Decoded): Moment | null {
  const [year, month, day] = ['year', 'month', 'day'].map((part) => Number(own(value, part) ?? Number.NaN))
  if (year === undefined || month === undefined || day === undefined) return null
  return { year, month, day, time: null, offset: null }
}

const clock = String.raw`(?:,?[T ]\s?(?:at )?(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?([AP]\.?M\.?)?\s?(Z|UTC|GMT|[+-]\d\d:?\d\d|[+-]\d\d)?(?: ?\(.*\))?)?$`
const numeric = new RegExp(String.raw`^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})\.?${clock}`, 'i')
const monthFirst = new RegExp(
  String.raw`^(?:[a-z]{2,9},? )?([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})${clock}`,
  'i',
)
const dayFirst = new RegExp(
  String.raw`^(?:[a-z]{2,9},? )?(\d{1,2})(?:st|nd|rd|th|\.)?[ -]([a-z]{3,9})\.?,?[ -](\d{4})${clock}`,
  'i',
)
const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const monthNames =
  'january february march april may june july august september october november december'.split(' ')

function inWords(text: string): Moment | null {
  const first = monthFirst.exec(text)
  const found = first ?? dayFirst.exec(text)
  if (found === null) return null
  const [, one = '', two = '', year = ''] = found
  const [name, day] = first === null ? [two, one] : [one, two]
  const month = monthIn(name.toLowerCase())
  return month === 0 ? null : withClock({ year: +year, month, day: +day }, found, 4)
}

function monthIn(name: string): number {
  const month = months.findIndex((short, at) => name === short || name === monthNames[at])
  return (month === -1 && name === 'sept' ? 8 : month) + 1
}

function inNumbers(text: string, format: DateFormat | undefined): Moment | typeof ambiguous | null {
  const found = numeric.exec(text)
  if (found === null) return null
  const [, one = '', separator, two = '', three = ''] = found
  if (one.length === 4) {
    if (format === 'dayFirst' || format === 'monthFirst' || three.length > 2) return null
    return withClock({ year: +one, month: +two, day: +three }, found, 5)
  }
  if (three.length !== 4 || one.length > 2 || format === 'iso' || format === 'yearFirst') return null
  const [first, second] = [Number(one), Number(two)]
  // A date that is written with dots begins with the day, in all countries that write dots.
  const order = format ?? (separator === '.' || first > 12 ? 'dayFirst' : second > 12 ? 'monthFirst' : null)
  if (order === null && first !== second) return ambiguous
  const [day, month] = order === 'monthFirst' ? [second, first] : [first, second]
  return withClock({ year: +three, month, day }, found, 5)
}

function withClock(
  day: Pick<Moment, 'year' | 'month' | 'day'>,
  found: RegExpExecArray,
  at: number,
): Moment | null {
  const [hours, minutes, seconds = '0', fraction = '', half, offset] = found.slice(at)
  if (hours === undefined) return { ...day, time: null, offset: null }
  const hour = hourOf(Number(hours), half)
  if (hour === null || Number(minutes) > 59 || Number(seconds) > 59) return null
  const ms = Number(`${fraction}000`.slice(0, 3))
  const time = ((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + ms
  return { ...day, time, offset: offset === undefined ? null : offsetOf(offset) }
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour > 23 ? null : hour
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0)
}

function offsetOf(text: string): number {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(text) ?? []
  if (sign === undefined) return 0
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
}

function written(moment: Moment | null, zone: string): string | null {
  if (moment === null) return null
  const { year, month, day, time, offset } = moment
  const midnight = Date.UTC(year, month - 1, day)
  if (!isWithin(midnight) || year < 1000) return null
  const date = new Date(midnight)
  // Dates that do not exist are rejected, because `Date.UTC` reads the 30th of February as the 2nd of March.
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null
  if (time === null) return date.toISOString().slice(0, 10)
  const local = midnight + time
  const utc = offset === null ? fromZone(local, zone) : local - offset * 60_000
  return utc === null ? null : new Date(utc).toISOString()
}

/** Returns whether the year of a time has four digits, so that times as text sort in the order of times. */
function isWithin(ms: number): boolean {
  return ms > -30_000_000_000_000 && ms < 253_370_000_000_000
}

/**
 * Returns the moment at which clocks of a time zone show a time; the first one if they show it twice, at the
 * end of summer time.
 */
function fromZone(local: number, zone: string): number | null {
  if (zone === 'UTC') return local
  const formatter = zoneFormat(zone)
  if (formatter === null) return null
  const before = local - zoneOffset(formatter, local - 86_400_000)
  if (before + zoneOffset(formatter, before) === local) return before
  return local - zoneOffset(formatter, local - zoneOffset(formatter, local))
}

function zoneOffset(formatter: Intl.DateTimeFormat, utc: number): number {
  const parts = new Map(formatter.formatToParts(utc).map(({ type, value }) => [type, Number(value)]))
  const at = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  const shown = Date.UTC(at('year'), at('month') - 1, at('day'), at('hour') % 24, at('minute'), at('second'))
  return shown - Math.floor(utc / 1000) * 1000
}

export function isKnownZone(zone: string): boolean {
  return zoneFormat(zone) !== null
}
