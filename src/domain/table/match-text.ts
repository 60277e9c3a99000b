import { normalizedEmail } from '../email-address.ts'
import type { Cell, DataRecord } from './cell.ts'
import { type ColumnKind, columnKind } from './column-kind.ts'

/** One form for all ways to write a phone number; null for what is none. */
export type PhoneReader = (text: string) => string | null

/** A match column, and how its values are read. */
export interface MatchField {
  readonly column: string
  readonly kind: ColumnKind
}

export function matchFields(columns: readonly string[]): readonly MatchField[] {
  return columns.map((column) => ({ column, kind: columnKind(column) }))
}

/**
 * What identifies a record by these columns, as text that is the same for two records exactly when they match.
 * Each value is preceded by its length, so that ("a", "bc") is not ("ab", "c"). Null for a record that lacks a
 * value in one of them.
 */
export function matchText(
  fields: readonly MatchField[],
  record: DataRecord,
  phoneOf: PhoneReader,
): string | null {
  let text = ''
  for (const { column, kind } of fields) {
    const cell = Object.hasOwn(record, column) ? (record[column] ?? null) : null
    const value = matchValue(kind, cell, phoneOf)
    if (value === null) return null
    text += `${value.length}:${value}`
  }
  return text
}

/** A number and the same number as text are one value, because the cells of a file are all text. */
function matchValue(kind: ColumnKind, cell: Cell, phoneOf: PhoneReader): string | null {
  if (cell === null) return null
  const text = String(cell).trim()
  if (text === '') return null
  const read = kind === 'email' ? normalizedEmail(text) : kind === 'phone' ? phoneOf(text) : null
  // The letter keeps what was read apart from text that only looks the same.
  return read === null ? `t${text.normalize('NFC')}` : `${kind === 'email' ? 'e' : 'p'}${read}`
}
