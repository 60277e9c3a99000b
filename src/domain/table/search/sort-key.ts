import { inUtc, isoTimeOf } from '../../iso-time.ts'
import type { Cell } from '../cell.ts'
import { decimalForm, isOlder } from '../record-version.ts'

/** Beyond so many characters two texts stand beside each other in no order. */
const longestKey = 100

/** What a text is looked up and ordered by: without case and accents, as people expect it of a list of names. */
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
 * A cell in a form whose order, character by character, is the order of cells: numbers as numbers, days and times as
 * such, then text. Empty for an empty cell. It tells by the value what it is and not by the type of the column, so that a
 * type that is given later changes nothing.
 */
export function sortKey(cell: Cell | undefined): string {
  if (cell === null || cell === undefined || cell === '') return ''
  const text = String(cell)
  const number = decimalForm(text.trim())
  if (number !== null) return `1${number}`
  const time = isoTimeOf(text)
  if (time !== null) return `2${decimalForm(String(inUtc(time))) ?? ''}`
  return `3${folded(text.trimStart().slice(0, longestKey * 2))
    .slice(0, longestKey)
    .toWellFormed()}`
}

/** By code points, as PostgreSQL compares text with `collate "C"`. */
export function compareKeys(one: string, other: string): number {
  return isOlder(one, other) ? -1 : isOlder(other, one) ? 1 : 0
}

/** Of all keys, those from the one up to but without the other. */
export interface KeyRange {
  readonly from: string
  readonly to: string
}

/** Behind every key that begins so, and every key that is this. */
export const endOf = (key: string): string => `${key}\u{10ffff}`
/** Behind nothing but this key. */
export const justBehind = (key: string): string => `${key}\u0001`

const numbers = { from: '1', to: '2' }
const times = { from: '2', to: '3' }
export const everyKey = [{ from: '0', to: '4' }]
export const noKey = [{ from: '', to: justBehind('') }]

export const numbersAbove = (number: number): KeyRange => ({ ...numbers, from: sortKey(number) })
export const numbersBelow = (number: number): KeyRange => ({ ...numbers, to: sortKey(number) })
export const timesAfter = (ms: number): KeyRange => ({ ...times, from: `2${decimalForm(String(ms)) ?? ''}` })
export const timesBefore = (ms: number): KeyRange => ({ ...times, to: `2${decimalForm(String(ms)) ?? ''}` })
