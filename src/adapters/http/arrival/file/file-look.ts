import type { Readable } from 'node:stream'
import type { Delimiter, Encoding } from '../../../../domain/arrival/import/file-options.ts'
import type { FileNote, FileRow } from '../../../../domain/arrival/import/row-fault.ts'
import { DomainError } from '../../../../domain/errors.ts'
import { CsvRows, delimiterOf } from './csv-rows.ts'
import { guessedEncoding } from './encoding.ts'
import { FileBytes } from './file-bytes.ts'
import { assertNotOle, isZip } from './kind-of-file.ts'
import type { OpeningOptions } from './opened-file.ts'
import { namedDelimiter } from './separator-line.ts'
import { XlsxRows } from './xlsx/xlsx-rows.ts'

const mostToSniff = 64 * 1024
const mostRows = 10

/** What the start of a file says of it. */
export interface FileLook {
  readonly kind: 'csv' | 'xlsx'
  /** Null of a spreadsheet. */
  readonly encoding: Encoding | null
  readonly delimiter: Delimiter | null
  /** The sheet that is read; null of a CSV. */
  readonly sheet: string | null
  readonly notes: readonly FileNote[]
  /** Of a spreadsheet. */
  readonly sheets: readonly string[]
  readonly header: readonly string[]
  /** The first few. */
  readonly rows: readonly FileRow[]
}

/** Of a CSV its start is enough; a spreadsheet has to be there as a whole. */
export async function lookAtFile(
  upload: Readable,
  options: Omit<OpeningOptions, 'tellsFaults'>,
): Promise<FileLook> {
  const file = new FileBytes(upload)
  const { start, isWhole } = await file.inTime(file.start((bytes) => bytes.length >= mostToSniff))
  assertNotOle(start)
  const opening = { ...options, tellsFaults: true }
  if (isZip(start)) {
    const source = new XlsxRows(file, opening)
    const [header, rows] = await startOf(source)
    const { sheet, sheets, notes } = source
    return { kind: 'xlsx', encoding: null, delimiter: null, sheet, sheets, notes, header, rows }
  }
  const encoding = options.encoding ?? guessedEncoding(start, isWhole)
  const text = new TextDecoder(encoding).decode(start)
  const delimiter = options.delimiter ?? namedDelimiter(text) ?? delimiterOf(text)
  const source = new CsvRows(file, { ...opening, encoding, delimiter })
  const [header, rows] = await startOf(source)
  return { kind: 'csv', encoding, delimiter, sheet: null, sheets: [], notes: source.notes, header, rows }
}

async function startOf(
  source: CsvRows | XlsxRows,
): Promise<readonly [header: readonly string[], rows: readonly FileRow[]]> {
  const rows: FileRow[] = []
  try {
    const header = await source.header()
    try {
      for await (const chunk of source.chunks()) {
        rows.push(...chunk.slice(0, mostRows - rows.length))
        if (rows.length >= mostRows) break
      }
    } catch (error) {
      // What came may end in the middle of a row; whether the file does is said when all of it is read.
      if (!(error instanceof DomainError)) throw error
    }
    return [header, rows]
  } finally {
    await source.close()
  }
}
