/** The number of entries that one request suppresses at most. */
const maxEntries = 500
const domain = /^@?[^\s@]+\.[^\s@.]{2,}$/

/**
 * Returns the addresses and domains in pasted lines or in a CSV: of each line the first cell with an "@", otherwise the
 * first cell that is a domain, otherwise the first cell. A first line without either is the header of a CSV.
 */
export function entriesIn(text: string): readonly string[] {
  const lines = text
    .replace(/^\u{feff}/u, '')
    .split(/\r\n|\r|\n/)
    .map(cellsOf)
    .filter((cells) => cells.length > 0)
  const [header = []] = lines
  const rows = header.some(isEntry) || lines.length === 1 ? lines : lines.slice(1)
  const entries = rows.map(
    (cells) => cells.find((cell) => cell.includes('@')) ?? cells.find(isEntry) ?? cells[0] ?? '',
  )
  return [...new Set(entries)]
}

/** Returns a list in the parts that one request each suppresses. */
export function partsOf(entries: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(entries.length / maxEntries) }, (_, index) =>
    entries.slice(index * maxEntries, (index + 1) * maxEntries),
  )
}

const isEntry = (cell: string) => cell.includes('@') || domain.test(cell)

function cellsOf(line: string): readonly string[] {
  return line
    .split(/[,;\t]/)
    .map((cell) =>
      cell
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim(),
    )
    .filter((cell) => cell !== '')
}
