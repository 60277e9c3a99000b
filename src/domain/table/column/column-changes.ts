import { DomainError } from '../../errors.ts'
import { sentence } from '../../text/sentence.ts'
import type { Column } from '../data-table.ts'
import { maxColumnNameLength, maxColumns } from '../header.ts'
import type { Match } from '../match.ts'
import { columnKind } from './column-kind.ts'
import { columnTypeOf, type TypedColumn } from './column-type.ts'

/** Returns a column name in the same form as from the header of a file: trimmed and in NFC. */
export function columnName(given: string): string {
  const name = given.normalize('NFC').trim()
  if (name !== '' && name.length <= maxColumnNameLength) return name
  const message =
    name === ''
      ? 'The column must have a name'
      : `The name of a column may have at most ${maxColumnNameLength} characters`
  const code = name === '' ? 'EMPTY' : 'TOO_LONG'
  throw new DomainError('VALIDATION_FAILED', { message, errors: [{ pointer: '/name', code, message }] })
}

export function withColumn(columns: readonly Column[], added: Column): readonly Column[] {
  assertFree(columns, added.name)
  if (columns.length < maxColumns) return [...columns, added]
  throw new DomainError('CONFLICT', {
    message: sentence('A table may have at most {maxColumns} columns', { maxColumns }),
  })
}

/** A column that a person or a program adds to a table. */
export interface NewColumn extends TypedColumn {
  readonly name: string
  readonly isMetadata: boolean
}

/** Returns the columns of a new table. An error names the place of the column in the list. */
export function columnsOfNewTable(given: readonly NewColumn[]): readonly Column[] {
  let columns: readonly Column[] = []
  for (const [index, { name, isMetadata, ...typed }] of given.entries()) {
    try {
      columns = withColumn(columns, { name: columnName(name), isMetadata, ...columnTypeOf(typed) })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      const errors = (error.details.errors ?? [{ pointer: '/name', code: 'DUPLICATE' }]).map((item) => ({
        ...item,
        pointer: `/columns/${index}${item.pointer}`,
      }))
      throw new DomainError('VALIDATION_FAILED', { message: error.message, errors })
    }
  }
  return columns
}

export function columnAmong(columns: readonly Column[], name: string): Column {
  const column = columns.find((one) => one.name === name)
  if (column === undefined) throw new DomainError('NOT_FOUND', { message: 'Column not found' })
  return column
}

export interface ColumnChanges extends TypedColumn {
  readonly name?: string
  readonly isMetadata?: boolean
  /** The new position of the column in its table, from 0. */
  readonly position?: number
}

export function withColumnChanged(
  columns: readonly Column[],
  column: Column,
  { name = column.name, isMetadata = column.isMetadata, position, type, options }: ColumnChanges,
): readonly Column[] {
  if (name !== column.name) assertFree(columns, name)
  const typed = columnTypeOf({
    type: type ?? column.type ?? 'text',
    options: options ?? column.options ?? [],
  })
  const changed = { name, isMetadata, ...typed }
  const inPlace = columns.map((one) => (one === column ? changed : one))
  if (position === undefined) return inPlace
  if (position >= columns.length) {
    const message = `The table has ${columns.length} columns, so the position may be at most ${columns.length - 1}`
    const errors = [{ pointer: '/position', code: 'TOO_LARGE', message }]
    throw new DomainError('VALIDATION_FAILED', { message, errors })
  }
  return inPlace.filter((one) => one !== changed).toSpliced(position, 0, changed)
}

/**
 * Returns whether two lists of columns have the same names in the same order. If not, the table gets a new
 * schema version, because arriving records are checked against these names.
 */
export function sameNames(before: readonly Column[], after: readonly Column[]): boolean {
  return before.length === after.length && before.every(({ name }, index) => name === after[index]?.name)
}

/**
 * Returns a table's match rule after a column was renamed. Throws if the new name would change how the values
 * are compared, because that depends on the name.
 */
export function matchRenamed(match: Match | null, from: string, to: string): Match | null {
  if (match === null) return null
  const [before, after] = [columnKind(from), columnKind(to)]
  if (match.columns.includes(from) && before !== after) {
    throw new DomainError('CONFLICT', {
      message: sentence(
        '"{from}" is a match column, and its values are compared as {wordsBefore}; the values of "{to}" would be compared as {wordsAfter}. Nothing was changed. Choose another name, or change the match columns first',
        { from, wordsBefore: words[before], to, wordsAfter: words[after] },
      ),
    })
  }
  const renamed = (name: string) => (name === from ? to : name)
  return {
    ...match,
    columns: match.columns.map(renamed),
    newerBy: match.newerBy === null ? null : renamed(match.newerBy),
  }
}

const words = {
  email: sentence('e-mail addresses'),
  phone: sentence('phone numbers'),
  text: sentence('text'),
} as const

/**
 * Throws if the column is a match column or the `newerBy` column of the table, because such a column cannot
 * be removed.
 */
export function assertNotMatched(match: Match | null, name: string): void {
  if (match === null) return
  if (match.columns.includes(name))
    throw new DomainError('CONFLICT', {
      message: sentence(
        '"{name}" is a match column of the table; nothing was changed. Change `match` first, in the settings of the table or by PATCH /data-tables/{dataTableId}',
        { name, dataTableId: '{dataTableId}' },
      ),
    })
  if (match.newerBy === name)
    throw new DomainError('CONFLICT', {
      message: sentence(
        '"{name}" is `newerBy` of the table; nothing was changed. Change `match` first, in the settings of the table or by PATCH /data-tables/{dataTableId}',
        { name, dataTableId: '{dataTableId}' },
      ),
    })
}

function assertFree(columns: readonly Column[], name: string): void {
  if (columns.some((column) => column.name === name))
    throw new DomainError('CONFLICT', {
      message: sentence('The table already has a column "{name}"', { name }),
    })
}
