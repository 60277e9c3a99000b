import { type FileRow, type RowFault, raggedRow } from '../../../../../domain/arrival/import/row-fault.ts'
import { DomainError } from '../../../../../domain/errors.ts'
import type { RowSource } from '../../../../../ports/arrival/row-source.ts'
import type { FileBytes } from '../file-bytes.ts'
import { faultOfLine, fileFault } from '../file-fault.ts'
import { inChunks } from '../row-chunks.ts'
import { Archive } from './archive.ts'
import { SharedTexts } from './shared-texts.ts'
import { type SheetRow, sheetRows } from './sheet-rows.ts'
import { type Workbook, workbookOf } from './workbook.ts'

/** The list of what is in an archive stands at its end, so all of it is in memory, packed as it came. */
const largest = 24 * 1024 * 1024
const largestSheet = 1024 * 1024 * 1024
const largestTexts = 256 * 1024 * 1024
/** For all of a spreadsheet to come in. */
const longestUploadMs = 120_000

/** Each takes up to 80 MB of memory. */
const mostAtOnce = 2
/** The organizations whose spreadsheets are being unpacked: none has a second place while others wait for one. */
const underWay = new Set<string>()

export interface XlsxOptions {
  readonly organizationId: string
  readonly sheet?: string
  readonly tellsFaults: boolean
  readonly giveWay: () => Promise<void>
}

/** The rows of a sheet, with dates and numbers as people see them. The first that is not empty names the columns. */
export class XlsxRows implements RowSource {
  readonly #file: FileBytes
  readonly #options: XlsxOptions
  #hasPlace = false
  #sheets: readonly string[] = []
  #rows: AsyncGenerator<SheetRow> | null = null
  #width = 0

  constructor(file: FileBytes, options: XlsxOptions) {
    this.#file = file
    this.#options = options
  }

  async header(): Promise<readonly string[]> {
    const bytes = await this.#file.inTime(this.#bytes(), longestUploadMs)
    // Only now: a place is for what this machine does, and not for what a sender takes its time with.
    this.#takePlace()
    const archive = await Archive.of(bytes)
    const workbook = await workbookOf(archive)
    this.#sheets = workbook.sheets.map(({ name }) => name)
    this.#rows = await this.#rowsOf(archive, workbook)
    const first = await this.#rows.next()
    if (first.done === true)
      throw fileFault('EMPTY', 'The sheet is empty; its first row must name the columns')
    this.#width = first.value.cells.length
    return first.value.cells
  }

  /** The names of all sheets, once there is a header. */
  get sheets(): readonly string[] {
    return this.#sheets
  }

  async *chunks(): AsyncIterable<readonly FileRow[]> {
    if (this.#rows === null) throw new Error('The header comes first')
    yield* inChunks(this.#checked(this.#rows), (work) => work, this.#options.giveWay)
  }

  async close(): Promise<void> {
    if (this.#hasPlace) underWay.delete(this.#options.organizationId)
    this.#hasPlace = false
    await this.#rows?.return(undefined)
    await this.#file.close()
  }

  #takePlace(): void {
    const { organizationId } = this.#options
    if (underWay.size >= mostAtOnce || underWay.has(organizationId)) {
      const message = 'Other spreadsheets are being read; nothing was written. Send the file again in a while'
      throw new DomainError('OVERLOADED', { message })
    }
    underWay.add(organizationId)
    this.#hasPlace = true
  }

  async #bytes(): Promise<Buffer> {
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of this.#file.read()) {
      chunks.push(chunk)
      length += chunk.length
      if (length > largest) {
        const most = `${largest / 1024 / 1024} MB`
        const message = `A spreadsheet may have ${most}; save this one as "CSV UTF-8", which may be of any size`
        throw fileFault('TOO_LARGE', message)
      }
    }
    return Buffer.concat(chunks)
  }

  async #rowsOf(archive: Archive, workbook: Workbook): Promise<AsyncGenerator<SheetRow>> {
    const { sheets, from1904, formats } = workbook
    const wanted = this.#options.sheet ?? sheets[0]?.name
    const sheet = sheets.find(({ name }) => name === wanted)
    const part = sheet === undefined ? null : await archive.part(sheet.path, largestSheet)
    if (part === null) throw fileFault('NO_SUCH_SHEET', 'The spreadsheet has no sheet of this name')
    const shared = await archive.part('xl/sharedStrings.xml', largestTexts)
    const texts = shared === null ? null : await SharedTexts.from(shared)
    return sheetRows(part, { texts, formats, from1904 })
  }

  async *#checked(rows: AsyncIterable<SheetRow>): AsyncGenerator<FileRow> {
    for await (const { cells, line } of rows) {
      const fault = this.#faultOf(cells)
      if (fault !== null && !this.#options.tellsFaults) throw faultOfLine(line, fault)
      yield { cells: this.#padded(cells), line, fault }
    }
  }

  #faultOf(cells: readonly string[]): RowFault | null {
    if (cells.some((cell) => cell.includes('\0')))
      return { code: 'ENCODING', message: 'holds a NUL character', column: null, refuses: true }
    return cells.length > this.#width ? raggedRow(cells.length, this.#width) : null
  }

  /** A sheet has no empty cells at the end of a row. */
  #padded(cells: readonly string[]): readonly string[] {
    const lacking = this.#width - cells.length
    return lacking > 0 ? [...cells, ...Array.from({ length: lacking }, () => '')] : cells
  }
}
