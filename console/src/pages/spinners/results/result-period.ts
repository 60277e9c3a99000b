import type { ResultPeriod } from '../../../api/spinner/results.ts'
import { localTimeIn, momentIn } from '../../../components/time/zoned-time.ts'
import { t } from '../../../languages/text.ts'

const dayMs = 86_400_000

export const resultRanges = [
  { value: '7', label: t('7 days') },
  { value: '30', label: t('30 days') },
  { value: '90', label: t('90 days') },
  { value: '365', label: t('12 months') },
  { value: 'all', label: t('All time') },
] as const
export type ResultRange = (typeof resultRanges)[number]['value']

/** The first and the last day of a period that the user chose, such as "2026-11-23". */
export interface DayRange {
  readonly from: string
  readonly to: string
}

/** Returns a range or chosen days from the address of the page; 30 days if the address has none. */
export function periodInAddress(text: string | undefined): ResultRange | DayRange {
  const [, from, to] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(text ?? '') ?? []
  if (from !== undefined && to !== undefined && isDay(from) && isDay(to) && from <= to) return { from, to }
  return resultRanges.find(({ value }) => value === text)?.value ?? '30'
}

const isDay = (text: string) => !Number.isNaN(Date.parse(text))

/** Returns the day that is some days after another one. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** Returns the moment at which a day begins in a time zone. */
export function beginOf(day: string, timeZone: string): string {
  return momentIn(timeZone, `${day}T00:00`)?.toISOString() ?? day
}

interface Periods {
  readonly present: ResultPeriod
  /** The period of the same length before it; null for all time. */
  readonly before: ResultPeriod | null
  /** The first and the last day of the period; null for all time. */
  readonly days: DayRange | null
}

/** Returns the period of a range that ends today, or of chosen days, and the period before it. */
export function periodsOf(range: ResultRange | DayRange, now: number, timeZone: string): Periods {
  if (range === 'all') return { present: { since: null, until: null }, before: null, days: null }
  const today = dayIn(timeZone, now)
  const days = typeof range === 'object' ? range : { from: dayAfter(today, 1 - Number(range)), to: today }
  const length = (Date.parse(days.to) - Date.parse(days.from)) / dayMs + 1
  const at = (day: string) => beginOf(day, timeZone)
  return {
    present: { since: at(days.from), until: typeof range === 'object' ? at(dayAfter(days.to, 1)) : null },
    before: { since: at(dayAfter(days.from, -length)), until: at(days.from) },
    days,
  }
}

/** Returns the share of a count as a percentage, such as "3.1 %"; null if the whole is 0. */
export function shareOf(count: number, whole: number): string | null {
  if (whole === 0) return null
  const percent = (count / whole) * 100
  return `${percent.toFixed(percent !== 0 && percent < 10 ? 1 : 0)} %`
}

/** Returns the days or Mondays of a chart, from the first with messages to the last, without gaps. */
export function datesOf(keys: readonly string[], days: number, first: string | null, last: string): string[] {
  const begin = first ?? keys[0] ?? last
  const end = [...keys, last].toSorted().at(-1) ?? last
  const dates: string[] = []
  for (let at = Date.parse(begin); at <= Date.parse(end); at += days * dayMs)
    dates.push(new Date(at).toISOString().slice(0, 10))
  return dates
}

/** Returns the Monday of the week of a day. */
export function mondayOf(day: string): string {
  const at = new Date(day)
  return new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * dayMs).toISOString().slice(0, 10)
}

/** Returns the date of a time in a time zone, such as "2026-11-23". */
export function dayIn(timeZone: string, at: number): string {
  return localTimeIn(timeZone, at).slice(0, 10)
}
