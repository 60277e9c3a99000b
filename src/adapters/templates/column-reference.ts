import { sentence } from '../../domain/text/sentence.ts'
import type { ColumnReplacement } from '../../ports/spinner/templates.ts'
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

/** Returns a text as Liquid writes it in a tag. Null if no template can contain it. */
export function literalOf(text: string): string | null {
  if (/[\\{}%\p{Cc}]/u.test(text)) return null
  if (!text.includes('"')) return `"${text}"`
  return text.includes("'") ? null : `'${text}'`
}

/** Returns why a template cannot contain the new name or the text of a replacement. */
export function notReferable(replacement: ColumnReplacement): string {
  return 'to' in replacement
    ? sentence(
        'The template cannot use a column with the name "{column}", because quotes, brackets and braces have another meaning in templates',
        { column: replacement.to },
      )
    : sentence(
        'The template cannot contain the text, because braces, percent signs, backslashes and quotes of both kinds have another meaning in templates',
      )
}
