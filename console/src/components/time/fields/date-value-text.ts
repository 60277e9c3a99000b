import { browserTimeZone } from '../date-format.ts'
import { dayForm, readDay, writeDay } from './day-text.ts'
import { momentForm } from './moment-text.ts'
import type { Reading, TextForm } from './reading.ts'

/** A time in ISO 8601. One without an offset is in UTC, as the service reads it. */
const isoTime = /^(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i

export const isIsoTime = (value: string): boolean => isoTime.test(value)

/**
 * Returns the text of a field for a date in a table: a day such as "2026-11-27", or a time in ISO 8601. The user types a
 * day, or a day and an hour in a time zone, in any usual form. Texts in ISO 8601 stay as they are.
 */
export function dateValueForm(timeZone: string = browserTimeZone()): TextForm {
  const moment = momentForm(timeZone)
  const read = (text: string): Reading => {
    const value = text.trim()
    if (isoTime.test(value)) return { value }
    const day = readDay(text)
    return 'value' in day || day.fault !== 'unreadable' ? day : moment.read(text)
  }
  const write = (value: string): string => {
    const [, , offset] = isoTime.exec(value) ?? []
    const text = isoTime.test(value)
      ? moment.write(offset === undefined ? `${value}Z` : value)
      : writeDay(value)
    const reading = read(text)
    // Keeps a value of which the text would lose a part, such as seconds, and a value that is no date.
    return 'value' in reading && Date.parse(reading.value) === timeOf(value) ? text : value
  }
  return { read, write, hint: dayForm.hint }
}

function timeOf(value: string): number {
  const [, , offset] = isoTime.exec(value) ?? []
  return Date.parse(isoTime.test(value) && offset === undefined ? `${value.replace(' ', 'T')}Z` : value)
}
