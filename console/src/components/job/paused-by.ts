import type { Pause } from '../../api/schema.ts'
import { t } from '../../languages/text.ts'

/** Returns who paused a job or a spinner, as the end of a sentence; empty if it is not known. */
export function pausedBy({ by }: Pause): string {
  if (by === null || by.name === null) return ''
  return by.kind === 'apiKey'
    ? t(', by the API key “{name}”', { name: by.name })
    : t(', by {name}', { name: by.name })
}
