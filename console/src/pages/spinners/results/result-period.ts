import type { ResultPeriod } from '../../../api/spinner/results.ts'
import { localTimeIn } from '../../../components/time/zoned-time.ts'
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

/** Returns a range from the address of the page; 30 days if the address has none. */
export function resultRangeOf(text: string | undefined): ResultRange {
  return resultRanges.find(({ value }) => value === text)?.value ?? '30'
}

/** Returns the period of a range that ends today, and the period of the same length before it; null for all time. */
export function periodsOf(
  range: ResultRange,
  now: number,
): { readonly present: ResultPeriod; readonly before: ResultPeriod | null } {
  if (range === 'all') return { present: { since: null, until: null }, before: null }
  const days = Number(range)
  // The service takes the whole days of both times, in the time zone of the organization. The hour stays the same
  // during an hour, so that the query keeps its key.
  const hour = Math.floor(now / 3_600_000) * 3_600_000
  const at = (daysAgo: number) => new Date(hour - daysAgo * dayMs).toISOString()
  return {
    present: { since: at(days - 1), until: null },
    before: { since: at(2 * days - 1), until: at(days) },
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
