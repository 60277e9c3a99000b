const idForm = /^([0-9a-f]{8})-([0-9a-f]{4})-7([0-9a-f]{3})-([0-9a-f]{4}-[0-9a-f]{12})$/i

/**
 * Returns the id of an event: a UUID of version 7 that is computed from the event's number and its organization.
 * The number, in microseconds since 1970, is the time of the UUID. So ids sort as the numbers do, and the id of
 * an event that was deleted still leads to its place.
 */
export function eventId(organizationId: string, number: number): string {
  const time = Math.floor(number / 1_000)
    .toString(16)
    .padStart(12, '0')
  const rest = (number % 1_000).toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest}-${tailOf(organizationId)}`
}

/** Returns the number of an event by its id; null if the text is not the id of an event of this organization. */
export function numberOfEvent(organizationId: string, id: string): number | null {
  const [, high, low, rest, tail] = idForm.exec(id) ?? []
  if (high === undefined || low === undefined || rest === undefined) return null
  const microseconds = Number.parseInt(rest, 16)
  if (tail?.toLowerCase() !== tailOf(organizationId) || microseconds > 999) return null
  const number = Number.parseInt(high + low, 16) * 1_000 + microseconds
  return Number.isSafeInteger(number) ? number : null
}

/** Returns the smallest event number of a time, from which the events of this time and later ones are found. */
export function firstNumberAt(time: Date): number {
  return time.getTime() * 1_000
}

/** Returns the last 62 bits of an organization's id behind the variant bits of a UUID. */
function tailOf(organizationId: string): string {
  const tail = organizationId.slice(-17).toLowerCase()
  const variant = (Number.parseInt(tail[0] ?? '0', 16) & 3) | 8
  return variant.toString(16) + tail.slice(1)
}
