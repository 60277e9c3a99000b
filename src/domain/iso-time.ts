/** A day or a time as ISO 8601 writes it, read but not yet put into a zone. */
export interface IsoTime {
  /** As "2026-11-21". */
  readonly day: string
  /** Milliseconds since midnight; null for a day alone. */
  readonly clock: number | null
  /** Minutes east of Greenwich; null where it is not said. */
  readonly offset: number | null
}

const form =
  /^[ \t\r\n]*([1-9]\d{3}-\d\d-\d\d)(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?(Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?)?[ \t\r\n]*$/i

/** Null for what is neither, and for days that do not exist. */
export function isoTimeOf(text: string): IsoTime | null {
  const [, day, hours, minutes = '0', seconds = '0', fraction = '', offset] = form.exec(text) ?? []
  if (day === undefined) return null
  const midnight = Date.parse(day)
  // The 30th of February is not the 2nd of March.
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

/** The moment, of a time that does not say its zone that of UTC; a day alone begins at midnight. */
export function inUtc({ day, clock, offset }: IsoTime): number {
  return Date.parse(day) + (clock ?? 0) - (offset ?? 0) * 60_000
}
