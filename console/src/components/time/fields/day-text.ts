import { presentTime } from '../../../api/test-mode/present-time.ts'
import { dateLanguage } from '../../../languages/language.ts'
import { t } from '../../../languages/text.ts'
import { browserTimeZone, dateFormat } from '../date-format.ts'
import { localTimeIn } from '../zoned-time.ts'
import { isIgnored, monthOf } from './names-in-dates.ts'
import { plain, type Reading, type TextForm } from './reading.ts'

/** The earliest year that a field takes. An earlier one is a typing error. */
const minYear = 1900

/** The text of a field for a day, whose value is such as "2026-11-27". */
export const dayForm: TextForm = {
  read: readDay,
  write: writeDay,
  hint: () => t('Write a date such as {example}.', { example: writeDay(presentDay()) }),
}

/** Returns the present day in a time zone, such as "2026-11-27". In test mode it is the day of the test clock. */
export function presentDay(timeZone: string = browserTimeZone()): string {
  return localTimeIn(timeZone, presentTime()).slice(0, 10)
}

/** Writes a day in the user's form, such as "27 Nov 2026" or "27.11.2026". */
export function writeDay(day: string): string {
  const at = Date.parse(day)
  if (Number.isNaN(at)) return day
  const text = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' }).format(at)
  const reading = readDay(text)
  // Some languages of browsers write dates in other calendars or digits, which a field could not read back.
  return 'value' in reading && reading.value === day ? text : day
}

/**
 * Reads a day in one of the usual forms, such as "2026-11-27", "27.11.2026", "11/27/2026" and "27 Nov 2026". The month may
 * be named in any language of the console. The user's language decides whether the day or the month is first.
 */
export function readDay(text: string): Reading {
  const tag = dateLanguage()
  const words = (plain(text).match(/\d+|\p{L}+/gu) ?? []).filter((word) => !isIgnored(word, tag))
  const [first = '', second = '', third = ''] = words
  if (words.length !== 3) return { fault: 'unreadable' }
  const named = words.findIndex((word) => !/^\d/.test(word))
  if (named !== -1) {
    const month = monthOf(words[named] ?? '', tag)
    const [a = '', b = ''] = words.toSpliced(named, 1)
    if (month === null) return { fault: 'unreadable' }
    return a.length === 4 ? dayOf(a, String(month), b) : dayOf(b, String(month), a)
  }
  if (first.length === 4) return dayOf(first, second, third)
  return /\d\s*\./.test(text) || isDayFirst(tag) ? dayOf(third, second, first) : dayOf(third, first, second)
}

function dayOf(year: string, month: string, date: string): Reading {
  const isShort = (digits: string) => /^\d\d?$/.test(digits)
  if (!/^(\d\d){1,2}$/.test(year) || !isShort(month) || !isShort(date)) return { fault: 'unreadable' }
  const day = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const at = Date.parse(`${day}T00:00Z`)
  const isReal = !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
  return isReal && Number(year.padStart(4, '20')) >= minYear ? { value: day } : { fault: 'no such date' }
}

/** Returns whether a date of three numbers begins with the day in the form of a language. */
function isDayFirst(tag: string): boolean {
  const parts = dateFormat({ year: 'numeric', month: 'numeric', day: 'numeric' }, tag).formatToParts(0)
  const placeOf = (type: Intl.DateTimeFormatPartTypes) => parts.findIndex((part) => part.type === type)
  return placeOf('day') < placeOf('month')
}
