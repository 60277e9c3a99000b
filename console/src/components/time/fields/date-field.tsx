import { dayForm, presentDay } from './day-text.ts'
import { TypedField, type TypedFieldProps } from './typed-field.tsx'

/** A field for a day, whose value is such as "2026-11-27". */
export function DateField(props: TypedFieldProps) {
  const days = { chosen: props.value, present: presentDay(), withHour: false, valueOn: (day: string) => day }
  return <TypedField {...props} form={dayForm} days={days} />
}
