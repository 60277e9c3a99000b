import { t } from '../../../languages/text.ts'
import { browserTimeZone } from '../date-format.ts'
import { localTimeIn, momentIn } from '../zoned-time.ts'
import { presentDay, readDay, writeDay } from './day-text.ts'
import { hourPattern, readHour, writeHour } from './hour-text.ts'
import { plain, type Reading, type TextForm } from './reading.ts'

/** The hour of a day that is chosen without an hour. */
const defaultHour = '09:00'

const dayAndHour = new RegExp(String.raw`^(.*?)(?:,? |, ?|(?<=\d)t)(${hourPattern})$`)

/** Returns the text of a field for a moment in a time zone. Its value is in UTC, such as "2026-11-27T08:30:00.000Z". */
export function momentForm(timeZone: string): TextForm {
  return {
    read: (text) => readMoment(text, timeZone),
    write: (at) => writeMoment(at, timeZone),
    hint: () =>
      t('Write a date and a time such as {example}.', {
        example: `${writeDay(presentDay(timeZone))}, ${writeHour(defaultHour)}`,
      }),
  }
}

/** Returns the day of a moment in a time zone, such as "2026-11-27"; an empty text for other texts. */
export function dayOfMoment(at: string, timeZone: string): string {
  return partsOf(at, timeZone)?.day ?? ''
}

/** Returns the same hour on another day, as a moment; the usual hour if there is no moment yet. */
export function momentOnDay(at: string, day: string, timeZone: string = browserTimeZone()): string {
  const hour = partsOf(at, timeZone)?.hour ?? defaultHour
  return momentIn(timeZone, `${day}T${hour}`)?.toISOString() ?? ''
}

function writeMoment(at: string, timeZone: string): string {
  const parts = partsOf(at, timeZone)
  return parts === null ? at : `${writeDay(parts.day)}, ${writeHour(parts.hour)}`
}

function partsOf(at: string, timeZone: string): { readonly day: string; readonly hour: string } | null {
  const time = Date.parse(at)
  if (Number.isNaN(time)) return null
  const [day = '', hour = ''] = localTimeIn(timeZone, time).split('T')
  return { day, hour }
}

function readMoment(text: string, timeZone: string): Reading {
  const [, dayText = '', hourText = ''] = dayAndHour.exec(plain(text)) ?? []
  const [day, hour] = [readDay(dayText), readHour(hourText)]
  if (!('value' in day)) return day
  if (!('value' in hour)) return hour
  const moment = momentIn(timeZone, `${day.value}T${hour.value}`)
  return moment === null ? { fault: 'no such time' } : { value: moment.toISOString() }
}
