import { hourForm } from './hour-text.ts'
import { TypedField, type TypedFieldProps } from './typed-field.tsx'

/** A field for an hour of the day, whose value is such as "09:30". */
export function HourField(props: TypedFieldProps) {
  return <TypedField {...props} form={hourForm} />
}
