import { isProblem } from '../../api/problem.ts'
import { t } from '../../languages/text.ts'
import { inWords, labelOfPointer } from '../names/field-labels.ts'

const invalidRequest = t('The request is not valid: ')

/** Returns the message of an error as one sentence, with the console's labels in place of JSON pointers. */
export function messageOf(error: unknown): string {
  const message = inWords(textOf(error))
  return /[.!?]$/.test(message) ? message : `${message}.`
}

/**
 * Returns the text of an error. The API's text about an invalid request repeats its single errors, so the text is the
 * only error instead, or a heading for several.
 */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (!isProblem(error) || !error.message.startsWith(invalidRequest)) return error.message
  const [first, ...others] = error.problem.errors ?? []
  if (first === undefined) return error.message
  return others.length > 0
    ? t('Some values are not valid')
    : `${labelOfPointer(first.pointer)} ${first.message ?? first.code}`.trim()
}
