/**
 * Returns the last 6 characters of a job's id. The beginning is the time, so jobs of one hour would look
 * alike.
 */
export function shortIdOf(id: string): string {
  return id.slice(-6)
}
