const form = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/

/**
 * Returns the moment that a text names: a date that exists, a time and an offset from UTC, as in
 * 2026-02-28T09:00:00Z. Returns null for other texts. A time without an offset would depend on the server's zone.
 */
export function momentOf(text: string): Date | null {
  const [, day] = form.exec(text) ?? []
  if (day === undefined || Number.isNaN(Date.parse(text))) return null
  // Rejects dates that do not exist: `Date.parse` accepts the 30th of February and returns the 2nd of March.
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day) ? new Date(text) : null
}
