import { parentPort, workerData } from 'node:worker_threads'
import type { FileRow, FileWarning } from '../../../../../domain/arrival/import/row-fault.ts'
import { DomainError, type ErrorCode, type ErrorDetails } from '../../../../../domain/errors.ts'
import { Spreadsheet, type SpreadsheetOptions } from './spreadsheet.ts'

/** The spreadsheet file that a thread reads; its bytes are transferred to the thread. */
export interface XlsxData extends SpreadsheetOptions {
  readonly bytes: Uint8Array<ArrayBuffer>
}

export type XlsxQuestion = 'header' | 'rows'

interface XlsxHeader {
  readonly header: readonly string[]
  readonly sheet: string
  readonly sheets: readonly string[]
  readonly warnings: readonly FileWarning[]
}

export type XlsxAnswer =
  | XlsxHeader
  /** The next rows of the spreadsheet; null after the last. */
  | { readonly rows: readonly FileRow[] | null }
  /** The refusal of a spreadsheet as plain data, because an error loses its class between threads. */
  | { readonly refused: { readonly code: ErrorCode; readonly details: ErrorDetails } }

const { bytes, ...options } = workerData as XlsxData
let rows: AsyncIterator<readonly FileRow[]> | null = null

async function answerTo(question: XlsxQuestion): Promise<XlsxAnswer> {
  try {
    if (question === 'rows') {
      if (rows === null) throw new Error('The header of the spreadsheet must be read before its rows')
      const next = await rows.next()
      return { rows: next.done === true ? null : next.value }
    }
    const spreadsheet = await Spreadsheet.open(Buffer.from(bytes.buffer), options)
    rows = spreadsheet.chunks()[Symbol.asyncIterator]()
    const { header, sheet, sheets, warnings } = spreadsheet
    return { header, sheet, sheets, warnings }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { refused: { code: error.code, details: error.details } }
  }
}

/**
 * Reads one spreadsheet for one upload; the upload ends the thread. An unexpected error ends the thread at
 * once.
 */
parentPort?.on('message', (question: XlsxQuestion) => {
  void answerTo(question).then((answer) => parentPort?.postMessage(answer))
})
