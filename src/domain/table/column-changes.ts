import { DomainError } from '../errors.ts'
import { columnKind } from './column-kind.ts'
import type { Column } from './data-table.ts'
import { longestColumnName, mostColumns } from './header.ts'
import type { Match } from './match.ts'

/**
 * The name of a column as the header of a file would give it: trimmed, and the same text always the same characters.
 */
export function columnName(given: string): string {
  const name = given.normalize('NFC').trim()
  if (name !== '' && name.length <= longestColumnName) return name
  const message = name === '' ? 'A column has a name' : `A name has at most ${longestColumnName} characters`
  const code = name === '' ? 'EMPTY' : 'TOO_LONG'
  throw new DomainError('VALIDATION_FAILED', { message, errors: [{ pointer: '/name', code, message }] })
}

export function withColumn(columns: readonly Column[], added: Column): readonly Column[] {
  assertFree(columns, added.name)
  if (columns.length < mostColumns) return [...columns, added]
  throw new DomainError('CONFLICT', { message: `A table has at most ${mostColumns} columns` })
}

export function columnAmong(columns: readonly Column[], name: string): Column {
  const column = columns.find((one) => one.name === name)
  if (column === undefined) throw new DomainError('NOT_FOUND', { message: 'Column not found' })
  return column
}

export interface ColumnChanges {
  readonly name?: string
  readonly metadata?: boolean
  /** Where it stands among the columns, from 0 on. */
  readonly position?: number
}

export function withColumnChanged(
  columns: readonly Column[],
  column: Column,
  { name = column.name, metadata = column.metadata, position }: ColumnChanges,
): readonly Column[] {
  if (name !== column.name) assertFree(columns, name)
  const changed = { name, metadata }
  const inPlace = columns.map((one) => (one === column ? changed : one))
  if (position === undefined) return inPlace
  if (position >= columns.length) {
    const message = `The table has ${columns.length} columns: its last position is ${columns.length - 1}`
    const errors = [{ pointer: '/position', code: 'TOO_LARGE', message }]
    throw new DomainError('VALIDATION_FAILED', { message, errors })
  }
  return inPlace.filter((one) => one !== changed).toSpliced(position, 0, changed)
}

/** Whether records are held to the same names, and told of them in the same order. */
export function sameNames(before: readonly Column[], after: readonly Column[]): boolean {
  return before.length === after.length && before.every(({ name }, index) => name === after[index]?.name)
}

/**
 * A match in which a column has another name. How its values are compared is told by the name, so that must stay the
 * same.
 */
export function matchRenamed(match: Match | null, from: string, to: string): Match | null {
  if (match === null) return null
  const [before, after] = [columnKind(from), columnKind(to)]
  if (match.columns.includes(from) && before !== after) {
    throw new DomainError('CONFLICT', {
      message: `"${from}" is a match column, and its values are compared as ${words[before]}; those of "${to}" would be compared as ${words[after]}. Nothing was changed. Choose another name, or change the match columns first`,
    })
  }
  const renamed = (name: string) => (name === from ? to : name)
  return {
    ...match,
    columns: match.columns.map(renamed),
    newerBy: match.newerBy === null ? null : renamed(match.newerBy),
  }
}

const words = { email: 'e-mail addresses', phone: 'phone numbers', text: 'text' } as const

/** Refuses to remove what says which records are the same, or which is newer. */
export function assertNotMatched(match: Match | null, name: string): void {
  const role = match?.columns.includes(name) ? 'a match column' : match?.newerBy === name ? '`newerBy`' : null
  if (role === null) return
  throw new DomainError('CONFLICT', {
    message: `"${name}" is ${role} of the table; nothing was changed. Change \`match\` first, in the settings of the table or by PATCH /data-tables/{dataTableId}`,
  })
}

function assertFree(columns: readonly Column[], name: string): void {
  if (columns.some((one) => one.name === name))
    throw new DomainError('CONFLICT', { message: `The table has a column "${name}" already` })
}
