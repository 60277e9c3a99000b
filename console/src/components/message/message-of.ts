import { inWords } from '../names/field-labels.ts'

/** Returns an error as one sentence. */
export function messageOf(error: unknown): string {
  const message = inWords(error instanceof Error ? error.message : String(error))
  return /[.!?]$/.test(message) ? message : `${message}.`
}
