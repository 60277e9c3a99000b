import { useMemo } from 'react'
import { browserTimeZone } from '../date-format.ts'
import { presentDay } from './day-text.ts'
import { dayOfMoment, momentForm, momentOnDay } from './moment-text.ts'
import { TypedField, type TypedFieldProps } from './typed-field.tsx'

/** A field for a date and an hour, whose value is a time in UTC such as "2026-11-27T08:30:00.000Z". */
export function DateTimeField({
  timeZone = browserTimeZone(),
  min,
  max,
  ...field
}: TypedFieldProps & {
  /** The time zone in which the user reads and types the time: that of this machine unless another one is named. */
  timeZone?: string
  /** The first time whose day the calendar offers, in milliseconds. */
  min?: number
  /** The last time whose day the calendar offers, in milliseconds. */
  max?: number
}) {
  const form = useMemo(() => momentForm(timeZone), [timeZone])
  const dayOf = (time: number | undefined) =>
    time === undefined ? undefined : dayOfMoment(new Date(time).toISOString(), timeZone)
  const days = {
    chosen: dayOfMoment(field.value, timeZone),
    present: presentDay(timeZone),
    min: dayOf(min),
    max: dayOf(max),
    withHour: true,
    valueOn: (day: string) => momentOnDay(field.value, day, timeZone),
  }
  return <TypedField {...field} form={form} days={days} />
}
