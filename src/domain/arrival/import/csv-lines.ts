/**
 * Returns cells as one line of CSV with a line break at its end. Quotes cells that contain separators, quotes
 * or blanks at an end.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",;\t|\r\n]|^\s|\s$|^$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`
}

/** Parses lines of CSV that `csvLine` wrote. */
export function csvLines(text: string): readonly (readonly string[])[] {
  const lines: string[][] = []
  let cells: string[] = []
  for (const [, quoted, plain = '', end = ''] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    if (quoted === undefined && plain === '' && end === '' && cells.length === 0) break
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    lines.push(cells)
    cells = []
    if (end === '') break
  }
  return lines
}
