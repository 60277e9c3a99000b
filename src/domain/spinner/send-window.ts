import type { DataRecord } from '../record-cells.ts'
import { dayAfter, isZone, localDay, momentOf, weekdayOf } from '../time/local-time.ts'
import { zoneOfCountry } from './zone-of-country.ts'

/** The weekdays and hours, in the time zone of the person, at which a spinner writes. */
export interface SendWindow {
  /** The weekdays of a send window, from 1 (Monday) to 7 (Sunday). */
  readonly days: readonly number[]
  /** The first minute of the send window, such as "09:00". `to` is its end (exclusive) and may be "24:00". */
  readonly from: string
  readonly to: string
  readonly zone: {
    /** The column with the name of the person's time zone, such as "Asia/Kathmandu". */
    readonly column?: string
    /**
     * The column with the person's phone number. The country of the number gives the time zone if the zone
     * column is empty.
     */
    readonly phone?: string
  }
}

export const clockForm = /^(?:[01]\d|2[0-3]):[0-5]\d$/
export const endOfDay = '24:00'

export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Returns whether a send window contains at least one minute. */
export function isWindow({ from, to, days }: Pick<SendWindow, 'from' | 'to' | 'days'>): boolean {
  return days.length > 0 && minutesOf(from) < minutesOf(to)
}

/**
 * Returns the time when a send window opens next; null if it is open now. An hour that a clock change repeats
 * counts the second time. If a clock change skips the hour, the window opens later by the length of the
 * change. If it would then open at its end or later, it does not open on that day.
 */
export function opensAt(window: SendWindow, now: Date, zone: string): Date | null {
  const today = localDay(now, zone)
  // Begins with yesterday, because the send window of yesterday may still be open if a clock change repeats
  // midnight. Ends after two weeks and a day, because a clock change may leave no minute of a send window in one week.
  for (let ahead = -1; ahead <= 15; ahead++) {
    const day = dayAfter(today, ahead)
    if (!window.days.includes(weekdayOf(day))) continue
    const opens = momentOf(day, minutesOf(window.from), zone)
    const closes = momentOf(day, minutesOf(window.to), zone)
    if (now < opens && opens < closes) return opens
    if (now >= opens && now < closes) return null
  }
  throw new Error('The send window is not open at any time within two weeks')
}

/**
 * Returns the time zone of a person: from their zone column, else from the country of their phone number,
 * else the organization's.
 */
export function zoneOf(
  { zone }: Pick<SendWindow, 'zone'>,
  cells: DataRecord,
  countryOf: (phone: string) => string | null,
  ofOrganization: string,
): string {
  const named = textIn(cells, zone.column)
  if (named !== null && isZone(named)) return named
  const phone = textIn(cells, zone.phone)
  const country = phone === null ? null : countryOf(phone)
  return (country === null ? null : zoneOfCountry(country)) ?? ofOrganization
}

function textIn(cells: DataRecord, column: string | undefined): string | null {
  const cell = column === undefined ? null : (cells[column] ?? null)
  return cell === null ? null : String(cell).trim()
}

/** Returns the columns that a send window reads, each with the JSON pointer of its name. */
export function columnsOfWindow(
  window: SendWindow | null,
): readonly { readonly pointer: string; readonly column: string }[] {
  return Object.entries(window?.zone ?? {}).map(([name, column]) => ({
    pointer: `/sendWindow/zone/${name}`,
    column,
  }))
}

/** Returns a send window in which a renamed column has its new name. */
export function windowRenamed(window: SendWindow | null, from: string, to: string): SendWindow | null {
  if (window === null) return null
  const zone = Object.entries(window.zone).map(([name, column]) => [name, column === from ? to : column])
  return { ...window, zone: Object.fromEntries(zone) }
}

export function sameWindow(a: SendWindow | null, b: SendWindow | null): boolean {
  const plain = (window: SendWindow | null) =>
    window &&
    JSON.stringify([
      window.days.toSorted((x, y) => x - y),
      window.from,
      window.to,
      window.zone.column,
      window.zone.phone,
    ])
  return plain(a) === plain(b)
}
