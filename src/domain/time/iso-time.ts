/** A date, or a date with a time, parsed from ISO 8601. It is not converted to a time zone yet. */
export interface IsoTime {
  /** The date of the parsed text, such as "2026-11-21". */
  readonly day: string
  /** The time of day of the parsed text, in milliseconds since midnight; null for a date without a time. */
  readonly clock: number | null
  /** The offset of the parsed time in minutes east of Greenwich; null if the text gives no offset. */
  readonly offset: number | null
}

const form =
  /^[ \t\r\n]*([1-9]\d{3}-\d\d-\d\d)(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?(Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?)?[ \t\r\n]*$/i

/**
 * Parses a text as an ISO 8601 date or time. Returns null if it is neither, or if the date does not exist.
 */
export function isoTimeOf(text: string): IsoTime | null {
  const [, day, hours, minutes = '0', seconds = '0', fraction = '', offset] = form.exec(text) ?? []
  if (day === undefined) return null
  const midnight = Date.parse(day)
  // Rejects dates that do not exist: `Date.parse` accepts the 30th of February and returns the 2nd of March.
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return null
  if (hours === undefined) return { day, clock: null, offset: null }
  const milliseconds = Number(`${fraction}000`.slice(0, 3))
  const clock = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + milliseconds
  return { day, clock, offset: offset === undefined ? null : minutesIn(offset) }
}

function minutesIn(offset: string): number {
  if (offset.toUpperCase() === 'Z') return 0
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3).replace(':', ''))
  return offset.startsWith('-') ? -minutes : minutes
}

/**
 * Returns the milliseconds since 1970 of a parsed date or time. A time without an offset is UTC, and a date
 * is its midnight.
 */
export function inUtc({ day, clock, offset }: IsoTime): number {
  return Date.parse(day) + (clock ?? 0) - (offset ?? 0) * 60_000
}
