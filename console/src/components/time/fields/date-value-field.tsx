import { useMemo } from 'react'
import { dateValueForm, isIsoTime } from './date-value-text.ts'
import { presentDay } from './day-text.ts'
import { momentOnDay } from './moment-text.ts'
import { TypedField, type TypedFieldProps } from './typed-field.tsx'

/**
 * A field for a date in a table, whose value is a day such as "2026-11-27" or a time in ISO 8601. A text that is no date
 * is the value as it is, so that the service refuses it instead of clearing the cell.
 */
export function DateValueField(field: TypedFieldProps) {
  const form = useMemo(() => ({ ...dateValueForm(), passesFaults: true }), [])
  const { value } = field
  const isTime = isIsoTime(value)
  const days = {
    chosen: /^\d{4}-\d\d-\d\d/.exec(value)?.[0] ?? '',
    present: presentDay(),
    withHour: isTime,
    valueOn: (day: string) => (isTime ? momentOnDay(value, day) : day),
  }
  return <TypedField {...field} form={form} days={days} />
}
