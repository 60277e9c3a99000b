import { reservedWords } from './plain-template.ts'

/** Words that mean something to some tag, beside those that always do. */
const wordsOfTags = ['in', 'with', 'for', 'as', 'limit', 'offset', 'reversed', 'cols', 'range', 'forloop']
const reserved = new Set([...reservedWords, ...wordsOfTags])

/**
 * How a template names a column: as it stands where that is a plain name, otherwise in brackets. Null where neither can
 * be.
 */
export function columnReference(column: string): string | null {
  if (/^[A-Za-z_]\w*$/.test(column) && !reserved.has(column)) return column
  return /["\\[\]{}%\p{Cc}]/u.test(column) ? null : `["${column}"]`
}
