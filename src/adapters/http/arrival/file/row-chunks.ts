import type { FileRow } from '../../../../domain/arrival/import/row-fault.ts'
import { maxRecordsPerAppend } from '../../../../domain/record-cells.ts'

/**
 * The largest number of characters in a row of a file. A row reaches this number only if it has a quote that
 * is never closed.
 */
export const maxRowLength = 1_000_000

/** The number of characters of rows after which a chunk ends. A single row may have 1,000,000. */
const heavy = 1_000_000

/**
 * `RowChunks` groups the rows of a file into chunks of as many as an append takes, or fewer if the rows are
 * large. Leaves out rows without a value, which spreadsheet programs write for formatted or cleared rows.
 */
export class RowChunks {
  #rows: FileRow[] = []
  #weight = 0

  /**
   * Adds a row unless it has neither a value nor a fault. Returns the chunk that the row completes; null if the
   * chunk has room for more rows.
   */
  add(row: FileRow): readonly FileRow[] | null {
    if (isBlank(row)) return null
    this.#rows.push(row)
    for (const cell of row.cells) this.#weight += cell.length
    return this.#rows.length < maxRecordsPerAppend && this.#weight < heavy ? null : this.takeRest()
  }

  /** Returns the rows of the unfinished chunk, which may have none, and begins a new chunk. */
  takeRest(): readonly FileRow[] {
    const rows = this.#rows
    this.#rows = []
    this.#weight = 0
    return rows
  }
}

function isBlank({ cells, fault, cellFaults }: FileRow): boolean {
  return fault === null && cellFaults === undefined && cells.every((cell) => cell.trim() === '')
}
