import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { Cell, DataRecord } from '../../../domain/record-cells.ts'
import { withErrorsHandled } from '../../streams/stream-errors.ts'

export interface CsvTextOptions {
  readonly columns: readonly string[]
  readonly records: AsyncIterable<readonly DataRecord[]>
  /** Whether cells of the CSV are written unchanged, even if a spreadsheet would run them as formulas. */
  readonly raw: boolean
}

/** Returns a data table as CSV, chunk by chunk while the client reads it. */
export function csvText({ columns, records, raw }: CsvTextOptions): Readable {
  // Quotes empty cells, because an unquoted empty cell in a table of one column would be an empty line.
  const options = { escape_formulas: !raw, quoted_empty: true, cast: { boolean: String } }
  async function* lines(): AsyncIterable<string> {
    yield stringify([[...columns]], options)
    for await (const chunk of records) {
      if (chunk.length > 0)
        yield stringify(
          chunk.map((record) => cellsOf(record)),
          options,
        )
    }
  }
  return withErrorsHandled(Readable.from(lines(), { objectMode: false }))

  function cellsOf(record: DataRecord): Cell[] {
    return columns.map((column) => (Object.hasOwn(record, column) ? (record[column] ?? null) : null))
  }
}
