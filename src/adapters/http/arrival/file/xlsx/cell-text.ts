import { fileFault } from '../../../request/body/file-fault.ts'

/** The largest text of a spreadsheet cell in characters, many times the limit of Excel. */
const maxCellLength = 1_000_000

/**
 * `CellText` collects the text of a spreadsheet cell, which may consist of several formatted pieces.
 * Pronunciation hints are left out.
 */
export class CellText {
  #text = ''
  #isText = false
  #isPronunciation = false

  open(name: string): void {
    if (name === 'rPh') this.#isPronunciation = true
    else if (name === 't' || name === 'v') this.#isText = true
  }

  text(text: string): void {
    if (!this.#isText || this.#isPronunciation) return
    this.#text += text
    if (this.#text.length > maxCellLength)
      throw fileFault(
        'TOO_LARGE',
        'A cell of the spreadsheet is too large; shorten it, or save the sheet as "CSV UTF-8"',
      )
  }

  close(name: string): void {
    if (name === 'rPh') this.#isPronunciation = false
    else if (name === 't' || name === 'v') this.#isText = false
  }

  /**
   * Returns the text of a finished cell and starts an empty one. Characters that XML cannot hold are written
   * as `_x000D_` and are decoded here.
   */
  take(): string {
    const text = this.#text
    this.#text = ''
    if (!text.includes('_x')) return text
    const character = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16))
    return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, character)
  }
}
