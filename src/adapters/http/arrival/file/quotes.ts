import { delimiters } from '../../../../domain/arrival/import/file-options.ts'

/**
 * Returns whether the quotes of a CSV row enclose only whole cells. Takes time in proportion to the length of
 * the row.
 */
export function isWellQuoted(raw: string): boolean {
  for (let at = raw.indexOf('"'); at !== -1; at = raw.indexOf('"', at)) {
    if (!isStartOfCell(raw, at)) return false
    at = endOfQuoted(raw, at)
    if (at === -1 || !(at === raw.length || endsCell.has(raw.charAt(at)))) return false
  }
  return true
}

const endsCell = new Set([...delimiters, '\r', '\n'])

/**
 * Returns whether a quote begins a cell of a CSV row: only white space is between it and the delimiter, quote
 * or start before it.
 */
function isStartOfCell(raw: string, quote: number): boolean {
  let at = quote - 1
  while (at >= 0 && !endsCell.has(raw.charAt(at)) && /\s/.test(raw.charAt(at))) at--
  return at < 0 || endsCell.has(raw.charAt(at))
}

/** Returns the index after the quote that closes a cell of a CSV row; -1 if the cell is not closed. */
function endOfQuoted(raw: string, quote: number): number {
  for (let at = raw.indexOf('"', quote + 1); at !== -1; at = raw.indexOf('"', at + 2))
    if (raw.charAt(at + 1) !== '"') return at + 1
  return -1
}
