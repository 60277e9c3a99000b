import type { FileRow } from '../../src/domain/arrival/import/row-fault.ts'
import type { RowSource } from '../../src/ports/arrival/imports.ts'

const rowsPerChunk = 500

/** Sample rows in memory that the import reads as if they were an uploaded file. */
export class Rows implements RowSource {
  readonly #header: readonly string[]
  readonly #rows: readonly (readonly string[])[]

  constructor(header: readonly string[], rows: readonly (readonly string[])[]) {
    this.#header = header
    this.#rows = rows
  }

  header(): Promise<readonly string[]> {
    return Promise.resolve(this.#header)
  }

  async *chunks(): AsyncIterable<readonly FileRow[]> {
    for (let first = 0; first < this.#rows.length; first += rowsPerChunk)
      yield this.#rows
        .slice(first, first + rowsPerChunk)
        .map((cells, at) => ({ cells, line: first + at + 2, fault: null }))
  }

  close(): Promise<void> {
    return Promise.resolve()
  }
}
