import type { ParseError } from 'papaparse'

const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

export const delimiterNames: Readonly<Record<Delimiter, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
}

/** As much as the service looks at before it decides. */
const mostRead = 64 * 1024
const rowsShown = 10

interface CsvRow {
  readonly cells: readonly string[]
  /** On which it ends, as the service counts. */
  readonly line: number
}

/** What the start of a file says of it, before anything of it is sent. */
export interface CsvStart {
  readonly delimiter: Delimiter
  readonly header: readonly string[]
  /** The first few. */
  readonly rows: readonly CsvRow[]
  /** Those of all that was read whose cells are fewer or more than the header's. */
  readonly ragged: readonly CsvRow[]
  /** Null where the file goes on behind what was read. */
  readonly rowCount: number | null
  /** What would be refused for sure, in words. */
  readonly fault: string | null
}

export async function startOf(file: File): Promise<CsvStart> {
  const bytes = new Uint8Array(await file.slice(0, mostRead).arrayBuffer())
  const isWhole = file.size <= mostRead
  const text = textOf(bytes, isWhole)
  if (typeof text !== 'string') return { ...nothing, fault: text.fault }
  const delimiter = delimiterOf(text)
  // Only who imports needs it.
  const { default: papa } = await import('papaparse')
  const { data, errors } = papa.parse<string[]>(text, { delimiter })
  // Where the file goes on, its last row here is half a row.
  const [header, ...rows] = rowsOf(isWhole || data.length < 2 ? data : data.slice(0, -1))
  if (header === undefined)
    return { ...nothing, fault: 'The file is empty; its first row must name the columns.' }
  return {
    delimiter,
    header: header.cells.map((name) => name.normalize('NFC').trim()),
    rows: rows.slice(0, rowsShown),
    ragged: rows.filter(({ cells }) => cells.length !== header.cells.length),
    rowCount: isWhole ? rows.length : null,
    fault: isWhole ? quoteFault(errors, text) : null,
  }
}

const nothing = { delimiter: ',', header: [], rows: [], ragged: [], rowCount: null } as const

/** Empty lines are no rows, and a cell with line breaks in it is on several lines. */
function rowsOf(data: readonly (readonly string[])[]): readonly CsvRow[] {
  let lines = 0
  return data.flatMap((cells) => {
    lines += 1 + cells.reduce((breaks, cell) => breaks + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0)
    return cells.length === 1 && cells[0] === '' ? [] : [{ cells, line: lines }]
  })
}

function textOf(bytes: Uint8Array, isWhole: boolean): string | { fault: string } {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return { fault: 'The file is UTF-16. Save it as “CSV UTF-8”.' }
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    return {
      fault: 'This is a spreadsheet or an archive, not a CSV. Save it as “CSV UTF-8”.',
    }
  try {
    // A last character that is cut in half is none of the file's faults.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole })
  } catch {
    const readable = new TextDecoder().decode(bytes)
    return {
      fault: `${lineAt(readable, readable.indexOf('\uFFFD'))} is not UTF-8. Save the file as “CSV UTF-8”.`,
    }
  }
}

/** As the service does it: the one that the first line uses most, outside of quotes. */
function delimiterOf(text: string): Delimiter {
  const [line = ''] = text.replaceAll(/"(?:[^"]|"")*"/g, '').split(/\r?\n|\r/, 1)
  const counts = delimiters.map((delimiter) => line.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ','
}

function quoteFault(errors: readonly ParseError[], text: string): string | null {
  const fault = errors.find(({ code }) => code === 'MissingQuotes')
  return fault === undefined ? null : `${lineAt(text, fault.index ?? 0)} opens a quote that is never closed.`
}

function lineAt(text: string, index: number): string {
  return `Line ${text.slice(0, index).split(/\r\n|\n|\r/).length}`
}
