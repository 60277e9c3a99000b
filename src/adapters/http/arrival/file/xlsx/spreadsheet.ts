import {
  type FileRow,
  type FileWarning,
  type RowFault,
  raggedRow,
} from '../../../../../domain/arrival/import/row-fault.ts'
import { faultOfLine, fileFault } from '../../../request/body/file-fault.ts'
import { RowChunks } from '../row-chunks.ts'
import { Archive } from './archive.ts'
import { SharedTexts } from './shared-texts.ts'
import { type SheetRow, sheetRows } from './sheet-rows.ts'
import { type Workbook, workbookOf } from './workbook.ts'

const maxSheetBytes = 1024 * 1024 * 1024
const maxSharedTextsBytes = 256 * 1024 * 1024

export interface SpreadsheetOptions {
  /** The name of the sheet to read; the first visible sheet by default. */
  readonly sheet?: string
  /** Whether the rows of a sheet are returned with their faults instead of being refused. */
  readonly tellsFaults: boolean
}

/**
 * `Spreadsheet` reads the rows of one sheet, with dates and numbers as people see them. The first row that is
 * not empty names the columns.
 */
export class Spreadsheet {
  /** The names of all sheets of the spreadsheet. */
  readonly sheets: readonly string[]
  /** The name of the sheet that is read: the first visible one, unless another is requested. */
  readonly sheet: string
  readonly warnings: readonly FileWarning[]
  readonly header: readonly string[]
  readonly #rows: AsyncGenerator<SheetRow>
  readonly #tellsFaults: boolean

  private constructor(
    { sheets }: Workbook,
    sheet: string,
    isRequested: boolean,
    header: readonly string[],
    rows: AsyncGenerator<SheetRow>,
    tellsFaults: boolean,
  ) {
    this.sheets = sheets.map(({ name }) => name)
    this.sheet = sheet
    this.warnings = isRequested || sheets[0]?.isHidden !== true ? [] : [hiddenSheet(sheets[0].name, sheet)]
    this.header = header
    this.#rows = rows
    this.#tellsFaults = tellsFaults
  }

  static async open(bytes: Buffer, { sheet, tellsFaults }: SpreadsheetOptions): Promise<Spreadsheet> {
    const archive = await Archive.of(bytes)
    const workbook = await workbookOf(archive)
    const { sheets } = workbook
    const wanted = sheet ?? (sheets.find(({ isHidden }) => !isHidden) ?? sheets[0])?.name ?? ''
    const rows = await rowsOf(archive, workbook, wanted)
    const first = await rows.next()
    if (first.done === true)
      throw fileFault('EMPTY', 'The sheet is empty; its first row must name the columns')
    return new Spreadsheet(workbook, wanted, sheet !== undefined, first.value.cells, rows, tellsFaults)
  }

  async *chunks(): AsyncIterable<readonly FileRow[]> {
    const chunks = new RowChunks()
    for await (const row of this.#checked()) {
      const chunk = chunks.add(row)
      if (chunk !== null) yield chunk
    }
    const rest = chunks.takeRest()
    if (rest.length > 0) yield rest
  }

  async *#checked(): AsyncGenerator<FileRow> {
    for await (const { cells, line, faults: cellFaults } of this.#rows) {
      const fault = this.#faultOf(cells)
      if (fault !== null && !this.#tellsFaults) throw faultOfLine(line, fault)
      const padded = this.#padded(cells)
      yield { cells: padded, line, fault, ...(cellFaults.length === 0 ? {} : { cellFaults }) }
    }
  }

  #faultOf(cells: readonly string[]): RowFault | null {
    if (cells.some((cell) => cell.includes('\0')))
      return { code: 'ENCODING', message: 'holds a NUL character', column: null, isRefused: true }
    return cells.length > this.header.length ? raggedRow(cells.length, this.header.length) : null
  }

  /**
   * Returns the cells of a row, filled up with empty ones to the length of the header. A sheet row has no
   * empty cells at its end.
   */
  #padded(cells: readonly string[]): readonly string[] {
    const lacking = this.header.length - cells.length
    return lacking > 0 ? [...cells, ...Array.from({ length: lacking }, () => '')] : cells
  }
}

async function rowsOf(
  archive: Archive,
  { sheets, from1904, formats }: Workbook,
  wanted: string,
): Promise<AsyncGenerator<SheetRow>> {
  const sheet = sheets.find(({ name }) => name === wanted)
  if (sheet === undefined) throw noSuchSheet()
  const shared = await archive.part('xl/sharedStrings.xml', maxSharedTextsBytes)
  const texts = shared === null ? null : await SharedTexts.from(shared)
  const part = await archive.part(sheet.path, maxSheetBytes)
  if (part === null) throw noSuchSheet()
  return sheetRows(part, { texts, formats, from1904 })
}

function hiddenSheet(hidden: string, read: string): FileWarning {
  const message =
    hidden === read
      ? `All sheets are hidden; the sheet "${read}" is imported`
      : `The first sheet, "${hidden}", is hidden, so the sheet "${read}" is imported. To import another sheet, name it in "sheet"`
  return { code: 'HIDDEN_SHEET', message }
}

function noSuchSheet(): Error {
  return fileFault('NO_SUCH_SHEET', 'The spreadsheet has no sheet with the name in "sheet"')
}
