import type { Column } from '../../../../api/schema.ts'

/** Words that Liquid takes for values, operators or properties of its own. */
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
 * How a template names a column, or what a run says: as it stands where that is a plain name, otherwise in brackets.
 */
export function referenceTo(column: string): string {
  if (/^trigger\.[A-Za-z_]\w*$/.test(column)) return column
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(column) && !reserved.has(column)
    ? column
    : `[${JSON.stringify(column)}]`
}

/** A tag that puts a column's value in; with a fallback also for records where it is empty. */
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
  return columns.filter(({ metadata }) => metadata).map(({ name }) => name)
}
