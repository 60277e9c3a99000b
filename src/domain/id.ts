const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Ids are UUIDs. Anything else names nothing, which is why callers answer "not found" and not "invalid". */
export function isId(text: string): boolean {
  return uuid.test(text)
}
