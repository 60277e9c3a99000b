import type { Readable } from 'node:stream'
import type { FileOptions } from '../../../../domain/arrival/import/file-options.ts'
import type { FileRow, FileWarning } from '../../../../domain/arrival/import/row-fault.ts'
import type { RowSource } from '../../../../ports/arrival/imports.ts'
import { FileBytes } from '../../request/body/file-bytes.ts'
import { CsvRows } from './csv-rows.ts'
import { assertNotOle, isZip } from './kind-of-file.ts'
import { XlsxRows } from './xlsx/xlsx-rows.ts'

export interface OpeningOptions extends FileOptions {
  readonly organizationId: string
  readonly tellsFaults: boolean
  readonly yieldToOthers: () => Promise<void>
  /**
   * Aborts the reading of an uploaded spreadsheet, for example if the client has disconnected and no longer
   * needs the rows.
   */
  readonly gone?: AbortSignal
}

/**
 * `OpenedFile` reads the rows of a CSV or a spreadsheet. The first bytes of the file decide which one it is,
 * and not its name.
 */
export class OpenedFile implements RowSource {
  readonly #file: FileBytes
  readonly #options: OpeningOptions
  #source: RowSource | null = null

  constructor(upload: Readable, options: OpeningOptions) {
    this.#file = new FileBytes(upload)
    this.#options = options
  }

  async header(): Promise<readonly string[]> {
    const start = await this.#start()
    assertNotOle(start)
    this.#source = isZip(start)
      ? new XlsxRows(this.#file, this.#options)
      : new CsvRows(this.#file, this.#options)
    return this.#source.header()
  }

  get warnings(): readonly FileWarning[] {
    return this.#source?.warnings ?? []
  }

  chunks(): AsyncIterable<readonly FileRow[]> {
    if (this.#source === null) throw new Error('The header of the file must be read before its rows')
    return this.#source.chunks()
  }

  async close(): Promise<void> {
    await (this.#source ?? this.#file).close()
  }

  async #start(): Promise<Buffer> {
    const { start } = await this.#file.inTime(this.#file.start((bytes) => bytes.length >= 8))
    return start
  }
}
