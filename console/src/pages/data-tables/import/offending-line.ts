import { isProblem } from '../../../api/problem.ts'
import type { FilePreview } from '../../../api/schema.ts'

/**
 * Maximum size of the part of a file that is searched for the line with a fault: 256 MiB. A longer search
 * takes longer than a user waits.
 */
const maxReadBytes = 256 * 1024 * 1024
const maxShownLength = 400

/** The place in the chosen file of the fault that the service found. */
interface OffendingLine {
  readonly line: number
  /** The number of the column with the fault, counted from 1; null if the fault is not in one column. */
  readonly column: number | null
  readonly columnName: string | null
  readonly text: string
}

export async function offendingLineOf(
  error: unknown,
  file: File,
  { kind, encoding, delimiter, columns }: Pick<FilePreview, 'kind' | 'encoding' | 'delimiter' | 'columns'>,
): Promise<OffendingLine | null> {
  const fault = isProblem(error) ? error.problem.errors?.[0] : undefined
  const line = Number(/\bline (\d+)/i.exec(fault?.message ?? '')?.[1])
  if (kind !== 'csv' || fault === undefined || !Number.isInteger(line)) return null
  const text = await lineOf(file, line, encoding ?? 'utf-8')
  if (text === null) return null
  const column = columnOf(fault.code, cellsOf(text, delimiter ?? ','), columns.length)
  return {
    line,
    column,
    columnName: column === null ? null : (columns[column - 1]?.name ?? null),
    text: text.slice(0, maxShownLength),
  }
}

async function lineOf(file: File, wanted: number, encoding: string): Promise<string | null> {
  const decoder = new TextDecoder(encoding)
  let line = 1
  let rest = ''
  for await (const bytes of file.slice(0, maxReadBytes).stream()) {
    // Keeps a carriage return at the end of a chunk of the file, because it may be the first half of a line
    // break.
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    const found = lines[wanted - line]
    if (found !== undefined) return found
    line += lines.length
  }
  return line === wanted && rest !== '' ? rest : null
}

/**
 * Splits a line of a CSV file into cells and keeps their quotes. A delimiter inside quotes does not split.
 */
function cellsOf(line: string, delimiter: string): readonly string[] {
  const cells = ['']
  let isQuoted = false
  for (const letter of line) {
    if (letter === '"') isQuoted = !isQuoted
    if (letter === delimiter && !isQuoted) cells.push('')
    else cells[cells.length - 1] += letter
  }
  return cells
}

/**
 * Returns the number, counted from 1, of the first cell in a CSV line that has the fault with this code.
 * Returns null if no cell has it.
 */
function columnOf(code: string, cells: readonly string[], wanted: number): number | null {
  switch (code) {
    case 'RAGGED':
      return cells.length === wanted ? null : Math.min(cells.length, wanted) + 1
    case 'QUOTE':
      return placeOf(cells.findIndex((cell) => cell.includes('"') && !/^"(?:[^"]|"")*"$/.test(cell)))
    case 'ENCODING':
      return placeOf(cells.findIndex((cell) => /[\uFFFD\0]/.test(cell)))
    default:
      return null
  }
}

function placeOf(index: number): number | null {
  return index === -1 ? null : index + 1
}
