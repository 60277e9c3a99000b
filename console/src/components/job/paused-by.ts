import type { Spinner } from '../../api/schema.ts'

/** Returns who paused a job or a spinner, as the end of a sentence; empty if it is not known. */
export function pausedBy({ user, apiKey }: Omit<NonNullable<Spinner['paused']>, 'at'>): string {
  if (apiKey !== null) return `, by the API key “${apiKey}”`
  return user === null ? '' : `, by ${user}`
}
