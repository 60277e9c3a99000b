import type { Column, TableRecord } from '../../../../api/schema.ts'
import type { Area } from '../grid/use-grid-selection.ts'
import type { Pasted } from './cell-edits.ts'

/**
 * Returns the cells of a selected grid area as spreadsheets copy them: rows separated by line breaks, columns
 * by tabs.
 */
export function textOf(records: readonly TableRecord[], columns: readonly Column[], area: Area): string {
  return records
    .slice(area.top, area.bottom + 1)
    .map(({ data }) =>
      columns
        .slice(area.left, area.right + 1)
        .map(({ name }) => quoted(String(data[name] ?? '')))
        .join('\t'),
    )
    .join('\n')
}

function quoted(text: string): string {
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Parses text that was copied from a spreadsheet into rows of cells. */
export function cellsIn(text: string): Pasted {
  const rows: string[][] = [[]]
  let cell = ''
  let isQuoted = false
  const whole = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  for (let at = 0; at < whole.length; at++) {
    const letter = whole[at] ?? ''
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (whole[at + 1] === '"') cell += whole[++at]
      else isQuoted = false
    } else if (letter === '"' && cell === '') isQuoted = true
    else if (letter === '\t' || letter === '\n') {
      rows.at(-1)?.push(cell)
      cell = ''
      if (letter === '\n') rows.push([])
    } else cell += letter
  }
  rows.at(-1)?.push(cell)
  return rows
}

/** Maximum number of rows that can be pasted into the record grid. More rows need an import. */
export const maxPastedRows = 200
