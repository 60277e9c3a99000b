import type { TriggerRequest } from '../audience/trigger-request.ts'

/**
 * Returns a text that two triggers share if they ask for the same audience with the same data. A rehearsal
 * stores a digest of it, so that a trigger which names the rehearsal can be compared.
 */
export function triggerText({
  audience,
  exclude,
  data,
}: Pick<TriggerRequest, 'audience' | 'exclude' | 'data'>): string {
  const entries = Object.entries(data ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify(exclude === null ? [audience, entries] : [audience, entries, exclude])
}
