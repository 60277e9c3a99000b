/** Returns the first time at or after another at which clocks in a time zone show a time of day such as "09:00". */
export function firstAt(clock: string, from: Date, zone: string): Date {
  const minute = 60_000
  const start = Math.ceil(from.getTime() / minute) * minute
  for (let ahead = 0; ahead <= 2 * 24 * 60; ahead += 15) {
    // Times of day of the simulator are multiples of a quarter of an hour, and so are the offsets of its zones.
    const at = new Date(Math.ceil(start / (15 * minute)) * 15 * minute + ahead * minute)
    if (clockOf(at, zone) === clock) return at
  }
  throw new Error(`${clock} does not occur in ${zone} within two days`)
}

/** Returns the beginning of a day such as "2026-11-20" in a time zone; null if the text is no day. */
export function midnightOf(day: string, zone: string): Date | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return null
  const noon = new Date(`${day}T12:00:00Z`)
  const from = new Date(noon.getTime() - 36 * 3_600_000)
  for (
    let first = firstAt('00:00', from, zone);
    ;
    first = firstAt('00:00', new Date(first.getTime() + 1), zone)
  )
    if (dayOf(first, zone) >= day) return first
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone)
  if (cached !== undefined) return cached
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  formats.set(zone, format)
  return format
}

/** Returns the time of day that clocks in a time zone show, such as "09:00". */
function clockOf(at: Date, zone: string): string {
  return formatOf(zone).format(at).slice(11, 16)
}

function dayOf(at: Date, zone: string): string {
  return formatOf(zone).format(at).slice(0, 10)
}
