import { hash } from 'node:crypto'
import { normalizedEmail } from '../email-address.ts'
import type { Cell, DataRecord } from '../record-cells.ts'
import { type PhoneReader, phoneReader } from '../text/phone-number.ts'
import { type ColumnKind, columnKind } from './column/column-kind.ts'
import type { MatchRule } from './match.ts'

/**
 * The length of a record's key in hexadecimal digits. Among a billion records, two share a key by chance in
 * one of 10^20 tables.
 */
const keyDigits = 32

/**
 * Returns the match key of a record: sixteen bytes in hexadecimal digits; null if a match column has no
 * value.
 */
export type KeyReader = (record: DataRecord) => string | null

/**
 * Returns a function that computes the match keys of records as digests. Records that match have equal keys, and a key
 * does not reveal the values.
 */
export function keyReaderFor({
  columns,
  defaultCountry,
}: Pick<MatchRule, 'defaultCountry'> & { readonly columns: readonly string[] }): KeyReader {
  const fields = matchFields(columns)
  const phoneOf = phoneReader(defaultCountry)
  return (record) => {
    const text = matchText(fields, record, phoneOf)
    return text === null ? null : hash('sha256', text, 'hex').slice(0, keyDigits)
  }
}

/** A match column of a table, and whether its values are compared as addresses, as phone numbers or as text. */
export interface MatchField {
  readonly column: string
  readonly kind: ColumnKind
}

export function matchFields(columns: readonly string[]): readonly MatchField[] {
  return columns.map((column) => ({ column, kind: columnKind(column) }))
}

/**
 * Returns text that is the same for two records exactly when they match by these columns. The length precedes
 * each value, so that ("a", "bc") differs from ("ab", "c"). Returns null if a record lacks a value in one of
 * the columns.
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

/**
 * Returns the comparable form of a cell; null if it is empty. The number 1 and the text "1" are equal,
 * because the cells of a file are all text.
 */
function matchValue(kind: ColumnKind, cell: Cell, phoneOf: PhoneReader): string | null {
  if (cell === null) return null
  const text = String(cell).trim()
  if (text === '') return null
  const read = kind === 'email' ? normalizedEmail(text) : kind === 'phone' ? phoneOf(text) : null
  // Adds a prefix to the compared value of a match column. It distinguishes a parsed address or number from
  // other text with the same characters.
  return read === null ? `t${text.normalize('NFC')}` : `${kind === 'email' ? 'e' : 'p'}${read}`
}
