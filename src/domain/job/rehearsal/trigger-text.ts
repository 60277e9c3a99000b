import type { TriggerRequest } from '../audience/trigger-request.ts'

/**
 * Returns a text that two triggers share if they ask for the same audience with the same data, and if the segments of
 * their jobs have the same conditions. A rehearsal
 * stores a digest of it, so that a trigger which names the rehearsal can be compared.
 */
export function triggerText(
  { audience, exclude, data }: Pick<TriggerRequest, 'audience' | 'exclude' | 'data'>,
  segmentConditions: string,
): string {
  const entries = Object.entries(data ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const text = JSON.stringify(exclude === null ? [audience, entries] : [audience, entries, exclude])
  return segmentConditions === '' ? text : `${text} ${segmentConditions}`
}
