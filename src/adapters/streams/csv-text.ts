import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { Cell, DataRecord } from '../../domain/record-cells.ts'
import { withErrorsHandled } from './stream-errors.ts'

/** The form of lines of CSV. */
export interface CsvForm {
  /** Whether cells of the CSV are written unchanged, even if a spreadsheet would run them as formulas. */
  readonly raw: boolean
  /** The end of each line: `unix` (LF) for exports of tables, or `windows` (CRLF, as RFC 4180 says) for other lists. */
  readonly lineEnd: 'unix' | 'windows'
}

export interface CsvTextOptions extends CsvForm {
  readonly columns: readonly string[]
  readonly records: AsyncIterable<readonly DataRecord[]>
}

/** Returns records as CSV with a header, chunk by chunk while the client reads it. */
export function csvText({ columns, records, ...form }: CsvTextOptions): Readable {
  async function* lines(): AsyncIterable<string> {
    yield csvLines([columns], form)
    for await (const chunk of records) if (chunk.length > 0) yield csvLines(chunk.map(cellsOf), form)
  }
  return withErrorsHandled(Readable.from(lines(), { objectMode: false }))

  function cellsOf(record: DataRecord): readonly Cell[] {
    return columns.map((column) => (Object.hasOwn(record, column) ? (record[column] ?? null) : null))
  }
}

/** Returns rows as lines of CSV. */
export function csvLines(rows: readonly (readonly Cell[])[], { raw, lineEnd }: CsvForm): string {
  // Quotes empty cells, because an unquoted empty cell in a table of one column would be an empty line.
  return stringify([...rows], {
    record_delimiter: lineEnd,
    escape_formulas: !raw,
    quoted_empty: true,
    cast: { boolean: String },
  })
}
