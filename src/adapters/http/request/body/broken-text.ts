/**
 * Returns the path to a text that PostgreSQL cannot store, with a NUL character or half a surrogate pair;
 * null if there is none.
 */
export function brokenTextIn(value: unknown): readonly string[] | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? [] : null
  if (typeof value !== 'object' || value === null) return null
  for (const [name, item] of Object.entries(value)) {
    // Leaves a field name with broken text out of the path, because errors repeat the path.
    if (brokenTextIn(name) !== null) return []
    const found = brokenTextIn(item)
    if (found !== null) return [name, ...found]
  }
  return null
}
