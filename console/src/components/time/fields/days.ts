/** The days of the calendar of a field, such as "2026-11-27". */
export interface Days {
  /** The day of the field's value; an empty text if it has none. */
  readonly chosen: string
  readonly present: string
  readonly min?: string | undefined
  readonly max?: string | undefined
  /** Whether the value of the field has an hour beside its day. */
  readonly withHour: boolean
  /** Returns the value that the field gets when a day is chosen. */
  readonly valueOn: (day: string) => string
}
