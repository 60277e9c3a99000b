const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Returns whether a text is a UUID, as ids are. Other texts identify nothing, so callers answer "not found"
 * instead of "invalid".
 */
export function isId(text: string): boolean {
  return uuid.test(text)
}

/** Returns the time at which an id was made. Ids are UUIDs of version 7, which begin with it in milliseconds. */
export function timeOfId(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
}
