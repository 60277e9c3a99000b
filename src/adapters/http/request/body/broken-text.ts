/** Where in a value there is a text that PostgreSQL cannot hold: with a NUL character, or half a surrogate pair. */
export function brokenTextIn(value: unknown): readonly string[] | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? [] : null
  if (typeof value !== 'object' || value === null) return null
  for (const [name, item] of Object.entries(value)) {
    // A name that is broken is not repeated.
    if (brokenTextIn(name) !== null) return []
    const found = brokenTextIn(item)
    if (found !== null) return [name, ...found]
  }
  return null
}
