import type { Pause } from '../../api/schema.ts'

/** Returns who paused a job or a spinner, as the end of a sentence; empty if it is not known. */
export function pausedBy({ by }: Pause): string {
  if (by === null || by.name === null) return ''
  return by.kind === 'apiKey' ? `, by the API key “${by.name}”` : `, by ${by.name}`
}
