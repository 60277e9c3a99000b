import { DomainError, type ErrorItem, maxErrorItems } from '../errors.ts'
import { Comparisons, closestName } from '../text/closest-name.ts'
import type { Column } from './data-table.ts'

export const maxColumns = 1_000
export const maxColumnNameLength = 200

/**
 * Returns the column names in a header row, trimmed and in NFC. Throws if a name is empty, too long or
 * repeated.
 */
export function columnNames(header: readonly string[]): readonly string[] {
  assertHeaderSize(header)
  const names = header.map((name) => name.normalize('NFC').trim())
  const errors: ErrorItem[] = []
  const first = new Map<string, number>()
  names.forEach((name, index) => {
    const pointer = `/header/${index}`
    const place = `column ${index + 1} of the header`
    if (name === '') errors.push({ pointer, code: 'EMPTY', message: `${place} has no name` })
    else if (name.length > maxColumnNameLength) {
      errors.push({
        pointer,
        code: 'TOO_MANY',
        message: `${place} has a name of more than ${maxColumnNameLength} characters`,
      })
    } else if (first.has(name)) {
      const message = `${place} has the same name as column ${(first.get(name) ?? 0) + 1}`
      errors.push({ pointer, code: 'DUPLICATE', column: name, message })
    } else first.set(name, index)
  })
  if (errors.length > 0) {
    throw headerFault(errors, `The header row cannot become columns: ${errors[0]?.message}`)
  }
  return names
}

export function assertHeaderSize(header: readonly string[]): void {
  if (header.length > maxColumns)
    throw headerFault([], `A table may have at most ${maxColumns} columns; the header has ${header.length}`)
}

function headerFault(errors: readonly ErrorItem[], message: string): DomainError {
  return new DomainError('VALIDATION_FAILED', { message, errors: errors.slice(0, maxErrorItems) })
}

/** Returns the columns of a table whose header was just uploaded. No column is a metadata column yet. */
export function columnsFrom(names: readonly string[]): readonly Column[] {
  return names.map((name) => ({ name, isMetadata: false }))
}

/**
 * Marks the given columns as metadata columns, which the steps of spinners may read. Throws if a name is not a
 * column of the table.
 */
export function withMetadata(columns: readonly Column[], metadata: readonly string[]): readonly Column[] {
  const known = new Set(columns.map(({ name }) => name))
  const unknown = metadata.flatMap((name, index) => (known.has(name) ? [] : [[name, index] as const]))
  if (unknown.length > 0) {
    const candidates = [...known]
    const comparisons = new Comparisons()
    throw new DomainError('VALIDATION_FAILED', {
      message: 'Only columns of the table can be metadata columns',
      // Cuts the list of unknown columns before it searches similar names for them. Each search is slow, and
      // the sender of the request chooses how many names there are.
      errors: unknown.slice(0, maxErrorItems).map(([name, index]): ErrorItem => {
        const suggestion = closestName(name, candidates, comparisons)
        const pointer = `/metadataColumns/${index}`
        return {
          pointer,
          code: 'UNKNOWN_COLUMN',
          column: name,
          ...(suggestion === null ? {} : { suggestion }),
        }
      }),
    })
  }
  const marked = new Set(metadata)
  return columns.map((column) => ({ ...column, isMetadata: marked.has(column.name) }))
}
