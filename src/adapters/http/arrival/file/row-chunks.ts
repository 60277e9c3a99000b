import type { FileRow } from '../../../../domain/arrival/import/row-fault.ts'
import { mostRecordsPerAppend } from '../../../../domain/table/cell.ts'

/**
 * The largest number of characters in a row of a file. A row reaches this number only if it has a quote that
 * is never closed.
 */
export const maxRowLength = 1_000_000

/** The number of characters of rows after which a chunk ends. A single row may have 1,000,000. */
const heavy = 1_000_000

/**
 * `RowChunks` groups the rows of a file into chunks of as many as an append takes, or fewer if the rows are
 * large.
 */
export class RowChunks {
  #rows: FileRow[] = []
  #weight = 0

  /** Adds a row. Returns the chunk that the row completes; null if the chunk has room for more rows. */
  add(row: FileRow): readonly FileRow[] | null {
    this.#rows.push(row)
    for (const cell of row.cells) this.#weight += cell.length
    return this.#rows.length < mostRecordsPerAppend && this.#weight < heavy ? null : this.takeRest()
  }

  /** Returns the rows of the unfinished chunk, which may have none, and begins a new chunk. */
  takeRest(): readonly FileRow[] {
    const rows = this.#rows
    this.#rows = []
    this.#weight = 0
    return rows
  }
}
