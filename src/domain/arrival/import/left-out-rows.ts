import { DomainError } from '../../errors.ts'
import { csvLine } from './csv-lines.ts'
import { type FaultGroup, FaultTally } from './fault-tally.ts'
import { type FileRow, type RowFault, reasonColumn } from './row-fault.ts'

/**
 * The highest number of characters of left-out rows that an import stores. A file with more left-out rows was
 * probably read with wrong settings.
 */
const maxCharacters = 8 * 1024 * 1024

/**
 * The rows of a file that an import left out, with reasons, as a CSV file that people can correct and import
 * again.
 */
export class LeftOutRows {
  readonly #lines: string[]
  readonly #tally = new FaultTally()
  #characters = 0

  constructor(header: readonly string[]) {
    this.#lines = [csvLine([reasonColumn, ...header.filter((name) => name.trim() !== reasonColumn)])]
    this.#reasonPlace = header.findIndex((name) => name.trim() === reasonColumn)
  }

  /**
   * The position of the reason column in a file that an earlier import produced from left-out rows; -1 for
   * other files.
   */
  readonly #reasonPlace: number

  add({ cells, line }: FileRow, faults: readonly RowFault[]): void {
    const own = this.#reasonPlace === -1 ? cells : cells.toSpliced(this.#reasonPlace, 1)
    const why = faults.map(({ message }) => message).join('; ')
    const text = csvLine([`Line ${line} ${why}`, ...own])
    this.#characters += text.length
    if (this.#characters > maxCharacters) {
      const message = `More than ${maxCharacters / 1024 / 1024} MB of rows would be left out, up to line ${line}; nothing was imported. Check the columns, the delimiter and the encoding`
      throw new DomainError('VALIDATION_FAILED', {
        message,
        errors: [{ pointer: '', code: 'TOO_MANY', message }],
      })
    }
    this.#lines.push(text)
    this.#tally.note(faults, line, () => '')
  }

  get count(): number {
    return this.#tally.rows
  }

  get groups(): readonly Omit<FaultGroup, 'samples' | 'isRefused'>[] {
    return this.#tally.groups.map(({ column, code, count }) => ({ column, code, count }))
  }

  /**
   * The left-out rows as a CSV file. It begins with a byte order mark, by which spreadsheet programs
   * recognize UTF-8.
   */
  get csv(): string {
    return `\uFEFF${this.#lines.join('')}`
  }
}
