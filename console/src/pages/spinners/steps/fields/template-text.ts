import type { Column } from '../../../../api/schema.ts'

/**
 * Words that a template cannot use as variable names, because Liquid reads them as values, operators or
 * properties.
 */
export const reservedWords = [
  'true',
  'false',
  'nil',
  'null',
  'empty',
  'blank',
  'size',
  'first',
  'last',
  'and',
  'or',
  'not',
  'contains',
]
const reserved = new Set(reservedWords)

/**
 * Returns how a template refers to a column or to trigger data: by the plain name if possible, otherwise in
 * brackets.
 */
export function referenceTo(column: string): string {
  if (/^trigger\.[A-Za-z_]\w*$/.test(column)) return column
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(column) && !reserved.has(column)
    ? column
    : `[${JSON.stringify(column)}]`
}

/**
 * Returns a template tag that inserts a column's value. If a fallback is given, the tag also works for
 * records in which the column is empty.
 */
export function tagFor(
  column: string,
  { fallback, filter }: { fallback?: string; filter?: string } = {},
): string {
  const words = [referenceTo(column)]
  if (fallback !== undefined) words.push(`default: ${JSON.stringify(fallback)}`)
  if (filter !== undefined) words.push(filter)
  return `{{ ${words.join(' | ')} }}`
}

export function metadataColumnsOf(columns: readonly Column[]): readonly string[] {
  return columns.filter(({ isMetadata }) => isMetadata).map(({ name }) => name)
}
