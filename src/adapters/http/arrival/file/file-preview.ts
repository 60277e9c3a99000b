import type { Readable } from 'node:stream'
import type { Delimiter, Encoding } from '../../../../domain/arrival/import/file-options.ts'
import type { FileRow, FileWarning } from '../../../../domain/arrival/import/row-fault.ts'
import { DomainError } from '../../../../domain/errors.ts'
import { FileBytes } from '../../request/body/file-bytes.ts'
import { CsvRows, delimiterOf } from './csv-rows.ts'
import { guessedEncoding } from './encoding.ts'
import { assertNotOle, isZip } from './kind-of-file.ts'
import type { OpeningOptions } from './opened-file.ts'
import { delimiterOfSeparatorLine } from './separator-line.ts'
import { XlsxRows } from './xlsx/xlsx-rows.ts'

const maxSniffedBytes = 64 * 1024
/** The rows of which the types of new columns are recognized. The preview shows the first of them. */
const maxRows = 200

/** The result of inspecting the start of an uploaded file before its import. */
export interface FilePreview {
  readonly kind: 'csv' | 'xlsx'
  /** The encoding of a CSV; null for a spreadsheet. */
  readonly encoding: Encoding | null
  readonly delimiter: Delimiter | null
  /** The name of the sheet whose rows are read; null for a CSV. */
  readonly sheet: string | null
  readonly warnings: readonly FileWarning[]
  /** The names of all sheets of a spreadsheet; empty for a CSV. */
  readonly sheets: readonly string[]
  readonly header: readonly string[]
  /** The first rows of the file after the header, at most 200. */
  readonly rows: readonly FileRow[]
}

/**
 * Inspects an uploaded file before its import. The start of a CSV is enough, but a spreadsheet must be
 * uploaded as a whole.
 */
export async function previewFile(
  upload: Readable,
  options: Omit<OpeningOptions, 'tellsFaults'>,
): Promise<FilePreview> {
  const file = new FileBytes(upload)
  const { start, isWhole } = await file.inTime(file.start((bytes) => bytes.length >= maxSniffedBytes))
  assertNotOle(start)
  const opening = { ...options, tellsFaults: true }
  if (isZip(start)) {
    const source = new XlsxRows(file, opening)
    const [header, rows] = await startOf(source)
    const { sheet, sheets, warnings } = source
    return { kind: 'xlsx', encoding: null, delimiter: null, sheet, sheets, warnings, header, rows }
  }
  const encoding = options.encoding ?? guessedEncoding(start, isWhole)
  const text = new TextDecoder(encoding).decode(start)
  const delimiter = options.delimiter ?? delimiterOfSeparatorLine(text) ?? delimiterOf(text)
  const source = new CsvRows(file, { ...opening, encoding, delimiter })
  const [header, rows] = await startOf(source)
  return {
    kind: 'csv',
    encoding,
    delimiter,
    sheet: null,
    sheets: [],
    warnings: source.warnings,
    header,
    rows,
  }
}

async function startOf(
  source: CsvRows | XlsxRows,
): Promise<readonly [header: readonly string[], rows: readonly FileRow[]]> {
  const rows: FileRow[] = []
  try {
    const header = await source.header()
    try {
      for await (const chunk of source.chunks()) {
        rows.push(...chunk.slice(0, maxRows - rows.length))
        if (rows.length >= maxRows) break
      }
    } catch (error) {
      // The inspected part of the file may end within a row, so a fault at its end is ignored. The import
      // itself reports faults of the file.
      if (!(error instanceof DomainError)) throw error
    }
    return [header, rows]
  } finally {
    await source.close()
  }
}
