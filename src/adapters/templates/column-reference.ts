import { reservedWords } from './plain-template.ts'

/**
 * Words that have a meaning in some tags of a template, so that a column with such a name must be written in
 * brackets. Words that are always reserved are in another list.
 */
const wordsOfTags = ['in', 'with', 'for', 'as', 'limit', 'offset', 'reversed', 'cols', 'range', 'forloop']
const reserved = new Set([...reservedWords, ...wordsOfTags])

/**
 * Returns the text by which a template names a column: the plain name if possible, otherwise the name in
 * brackets. Null if no template can name the column.
 */
export function columnReference(column: string): string | null {
  if (/^[A-Za-z_]\w*$/.test(column) && !reserved.has(column)) return column
  return /["\\[\]{}%\p{Cc}]/u.test(column) ? null : `["${column}"]`
}
