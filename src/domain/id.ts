const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Returns whether a text is a UUID, as ids are. Other texts identify nothing, so callers answer "not found"
 * instead of "invalid".
 */
export function isId(text: string): boolean {
  return uuid.test(text)
}
