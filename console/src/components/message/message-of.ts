import { inWords } from '../names/field-labels.ts'

/** Returns the message of an error as one sentence, with the console's labels in place of JSON pointers. */
export function messageOf(error: unknown): string {
  const message = inWords(error instanceof Error ? error.message : String(error))
  return /[.!?]$/.test(message) ? message : `${message}.`
}
