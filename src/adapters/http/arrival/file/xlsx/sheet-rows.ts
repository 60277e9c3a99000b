import type { Readable } from 'node:stream'
import { errorValue } from '../../../../../domain/arrival/import/row-check.ts'
import type { CellFault } from '../../../../../domain/arrival/import/row-fault.ts'
import { maxColumns } from '../../../../../domain/table/header.ts'
import { fileFault } from '../../../request/body/file-fault.ts'
import { maxRowLength } from '../row-chunks.ts'
import { throughXml } from './bounded-xml.ts'
import { CellText } from './cell-text.ts'
import { formatNumber, isoMoment, type NumberFormat } from './number-format.ts'
import type { SharedTexts } from './shared-texts.ts'

export interface SheetRow {
  /** The cells of the sheet's row, without the empty ones at its end. */
  readonly cells: readonly string[]
  readonly line: number
  readonly faults: readonly CellFault[]
}

export interface SheetOptions {
  readonly texts: SharedTexts | null
  readonly formats: readonly NumberFormat[]
  readonly from1904: boolean
}

/** Yields the rows of a sheet while the sheet is unpacked, without empty rows. */
export async function* sheetRows(stream: Readable, options: SheetOptions): AsyncGenerator<SheetRow> {
  const reader = new SheetReader(options)
  for await (const _ of throughXml(stream, reader)) yield* reader.take()
}

/**
 * The fault of a cell that holds a formula without its result. Libraries that write spreadsheets often leave
 * results out.
 */
const noStoredValue = {
  code: 'NO_KEPT_VALUE',
  message:
    'holds a formula without a saved result; open the file in a spreadsheet program, save it and import it again',
} as const

class SheetReader {
  readonly #options: SheetOptions
  readonly #text = new CellText()
  #rows: SheetRow[] = []
  #line = 0
  #cells: string[] = []
  #faults: CellFault[] = []
  #weight = 0
  #column = 0
  #type = 'n'
  #style = 0
  #isFormula = false
  #hasValue = false

  constructor(options: SheetOptions) {
    this.#options = options
  }

  take(): readonly SheetRow[] {
    const rows = this.#rows
    if (rows.length > 0) this.#rows = []
    return rows
  }

  open(name: string, { r, t = 'n', s = '0' }: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      this.#line = r === undefined ? this.#line + 1 : Number(r)
      this.#cells = []
      this.#faults = []
      this.#weight = 0
      this.#column = -1
    } else if (name === 'c') {
      this.#column = columnOf(r) ?? this.#column + 1
      this.#type = t
      this.#style = Number(s)
      this.#isFormula = false
      this.#hasValue = false
    } else {
      if (name === 'f') this.#isFormula = true
      else if (name === 'v' || name === 'is') this.#hasValue = true
      this.#text.open(name)
    }
  }

  text(text: string): void {
    this.#text.text(text)
  }

  close(name: string): void {
    if (name === 'c') this.#endCell(this.#shown(this.#text.take()))
    else if (name === 'row' && (this.#cells.length > 0 || this.#faults.length > 0))
      this.#rows.push({ cells: this.#cells, line: this.#line, faults: this.#faults })
    else this.#text.close(name)
  }

  #endCell(cell: string): void {
    if (this.#type === 'e') this.#faults.push({ ...errorValue, place: this.#column })
    else if (this.#isFormula && !this.#hasValue) this.#faults.push({ ...noStoredValue, place: this.#column })
    if (cell === '') return
    if (this.#column >= maxColumns) {
      const most = maxColumns.toLocaleString('en')
      throw fileFault('TOO_MANY', `Line ${this.#line} has more than ${most} cells`)
    }
    this.#weight += cell.length
    if (this.#weight > maxRowLength) throw fileFault('TOO_LARGE', `Line ${this.#line} is too long`)
    while (this.#cells.length < this.#column) this.#cells.push('')
    this.#cells[this.#column] = cell
  }

  #shown(text: string): string {
    const { texts, formats, from1904 } = this.#options
    switch (this.#type) {
      case 's':
        return texts?.at(Number(text)) ?? ''
      case 'b':
        return text === '1' ? 'TRUE' : 'FALSE'
      case 'd':
        return isoMoment(text, formats[this.#style] ?? { kind: 'general' })
      case 'n': {
        const value = Number(text)
        if (text === '' || !Number.isFinite(value)) return text
        return formatNumber(value, formats[this.#style] ?? { kind: 'general' }, from1904)
      }
      default:
        return text
    }
  }
}

/** Returns the index of the sheet's column, from 0, that a cell reference names: 27 for `AB12`. */
function columnOf(place: string | undefined): number | null {
  const [letters = ''] = /^[A-Z]{1,4}/.exec(place ?? '') ?? []
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column === 0 ? null : column - 1
}
