import { dayAfter, isZone, localDay, momentOf, weekdayOf } from '../local-time.ts'
import type { DataRecord } from '../table/cell.ts'
import { zoneOfCountry } from './zone-of-country.ts'

/** On which days, and between which hours of the person's day, a spinner writes. */
export interface SendWindow {
  /** From 1, Monday, to 7. */
  readonly days: readonly number[]
  /** As "09:00"; `to` may be "24:00". */
  readonly from: string
  readonly to: string
  readonly zone: {
    /** The column that holds the name of the person's zone, as "Asia/Kathmandu". */
    readonly column?: string
    /** The column of a phone number, whose country says it where the other does not. */
    readonly phone?: string
  }
}

export const clockForm = /^(?:[01]\d|2[0-3]):[0-5]\d$/
export const endOfDay = '24:00'

export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** The days and hours make a window. */
export function isWindow({ from, to, days }: Pick<SendWindow, 'from' | 'to' | 'days'>): boolean {
  return days.length > 0 && minutesOf(from) < minutesOf(to)
}

/**
 * When it is open next; null where it is now. Of hours that a day of changed clocks shows twice the later are meant,
 * and those that it does not show come as much later as the clocks were put forward.
 */
export function opensAt(window: SendWindow, now: Date, zone: string): Date | null {
  const today = localDay(now, zone)
  // The day before may still be open where midnight comes twice.
  for (let ahead = -1; ahead <= 8; ahead++) {
    const day = dayAfter(today, ahead)
    if (!window.days.includes(weekdayOf(day))) continue
    const opens = momentOf(day, minutesOf(window.from), zone)
    const closes = momentOf(day, minutesOf(window.to), zone)
    if (now < opens && opens < closes) return opens
    if (now >= opens && now < closes) return null
  }
  throw new Error('A window is open on some day of a week')
}

/** The zone of a person: what their column says, else where their phone is, else where the organization is. */
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

/** The columns that it looks at, with where it names them. */
export function columnsOfWindow(
  window: SendWindow | null,
): readonly { readonly pointer: string; readonly column: string }[] {
  return Object.entries(window?.zone ?? {}).map(([name, column]) => ({
    pointer: `/sendWindow/zone/${name}`,
    column,
  }))
}

/** The same after a column was given another name. */
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
