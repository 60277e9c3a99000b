import type { Cell } from '../../record-cells.ts'
import { inUtc, isoTimeOf } from '../../time/iso-time.ts'
import { decimalForm, isOlder } from '../record-version.ts'

/**
 * The highest number of characters of a sort key. Cells whose texts differ only after them are sorted in no
 * particular order.
 */
const maxKeyLength = 100

/** Returns a text in lower case and without accents, the form in which texts are searched and sorted. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('\0', '')
    .toWellFormed()
}

/**
 * Returns text whose character order is the order of cells: numbers, then times, then text; '' for an empty
 * cell. The kind depends on the value and not on the column type, so that a later change of the type keeps
 * the keys valid.
 */
export function sortKey(cell: Cell | undefined): string {
  if (cell === null || cell === undefined || cell === '') return ''
  const text = String(cell)
  const number = decimalForm(text.trim())
  if (number !== null) return `1${number}`
  const time = isoTimeOf(text)
  if (time !== null) return `2${decimalForm(String(inUtc(time))) ?? ''}`
  return `3${folded(text.trimStart().slice(0, maxKeyLength * 2))
    .slice(0, maxKeyLength)
    .toWellFormed()}`
}

/**
 * Compares two sort keys, for use in `sort`. Compares by code points, as PostgreSQL compares text with `collate
 * "C"`.
 */
export function compareKeys(one: string, other: string): number {
  return isOlder(one, other) ? -1 : isOlder(other, one) ? 1 : 0
}

/** A range of sort keys. `from` is inclusive and `to` is exclusive. */
export interface KeyRange {
  readonly from: string
  readonly to: string
}

/** Returns the exclusive end of a range that contains all sort keys with the given beginning. */
export const endOf = (key: string): string => `${key}\u{10ffff}`
/** Returns the exclusive end of a range that contains only the given sort key. */
export const endOfKeyRange = (key: string): string => `${key}\u0001`

const numbers = { from: '1', to: '2' }
const times = { from: '2', to: '3' }
export const allKeyRanges = [{ from: '0', to: '4' }]
export const noKey = [{ from: '', to: endOfKeyRange('') }]

export const numbersAbove = (number: number): KeyRange => ({ ...numbers, from: sortKey(number) })
export const numbersBelow = (number: number): KeyRange => ({ ...numbers, to: sortKey(number) })
export const timesAfter = (ms: number): KeyRange => ({ ...times, from: `2${decimalForm(String(ms)) ?? ''}` })
export const timesBefore = (ms: number): KeyRange => ({ ...times, to: `2${decimalForm(String(ms)) ?? ''}` })
