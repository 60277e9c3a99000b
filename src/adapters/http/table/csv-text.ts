import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { Cell, DataRecord } from '../../../domain/table/cell.ts'
import { withErrorsHandled } from '../../streams/stream-errors.ts'

export interface CsvTextOptions {
  readonly columns: readonly string[]
  readonly records: AsyncIterable<readonly DataRecord[]>
  /** Cells exactly as they are, also those that a spreadsheet would run as formulas. */
  readonly raw: boolean
}

/** A table as CSV, chunk by chunk as it is asked for. */
export function csvText({ columns, records, raw }: CsvTextOptions): Readable {
  // Quoted, because an unquoted empty cell of a single column would be an empty line.
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
