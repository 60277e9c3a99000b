/**
 * Returns the seconds that a Retry-After header names, as a number of seconds or as a date; null if there is
 * none.
 */
export function retryAfterSeconds(header: string | string[] | undefined, now: Date): number | null {
  if (typeof header !== 'string') return null
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const ms = Date.parse(header) - now.getTime()
  return Number.isNaN(ms) ? null : Math.ceil(ms / 1000)
}
