import type { FileRow, FileWarning } from '../../../../../domain/arrival/import/row-fault.ts'
import { DomainError } from '../../../../../domain/errors.ts'
import type { RowSource } from '../../../../../ports/arrival/imports.ts'
import { QuestionThread, ThreadLost } from '../../../../threads/question-thread.ts'
import { startThread } from '../../../../threads/start-thread.ts'
import type { FileBytes } from '../../../request/body/file-bytes.ts'
import { fileFault } from '../../../request/body/file-fault.ts'
import { broken } from './bounded-xml.ts'
import type { XlsxAnswer, XlsxData, XlsxQuestion } from './xlsx-thread.ts'

/**
 * The largest size of a spreadsheet in bytes. A ZIP archive has its list of parts at its end, so the whole
 * compressed file is in memory.
 */
const largest = 24 * 1024 * 1024
/** The milliseconds in which a spreadsheet must be uploaded completely. */
const maxUploadMs = 120_000
/**
 * The milliseconds in which the spreadsheet thread must return the header or the next 500 rows. Unpacking 1
 * GB without a single row takes 30 s.
 */
const maxAnswerMs = 120_000

const threadFile = new URL('./xlsx-thread.ts', import.meta.url)
/**
 * The memory limits of a spreadsheet thread in megabytes. The file itself and up to 64 MB of shared texts
 * come on top.
 */
const threadMemory = { heapMb: 96, youngMb: 16 }

/** The largest number of spreadsheets that are unpacked at once; each takes up to 200 MB of memory. */
const maxAtOnce = 2
/** The organizations whose spreadsheets are being unpacked. An organization has at most one slot. */
const inProgress = new Set<string>()

export interface XlsxOptions {
  readonly organizationId: string
  readonly sheet?: string
  readonly tellsFaults: boolean
  readonly yieldToOthers: () => Promise<void>
  /**
   * Ends the spreadsheet thread, for example if the client has disconnected and the rows are no longer
   * needed.
   */
  readonly gone?: AbortSignal
}

/**
 * `XlsxRows` reads the rows of a sheet in a separate thread. A file that crashes the reader ends the thread
 * and not the process.
 */
export class XlsxRows implements RowSource {
  readonly #file: FileBytes
  readonly #options: XlsxOptions
  readonly #onGone = () => void this.#thread?.end()
  #hasPlace = false
  #thread: QuestionThread<XlsxQuestion, XlsxAnswer> | null = null
  #sheet = ''
  #sheets: readonly string[] = []
  #warnings: readonly FileWarning[] = []

  constructor(file: FileBytes, options: XlsxOptions) {
    this.#file = file
    this.#options = options
  }

  async header(): Promise<readonly string[]> {
    const bytes = await this.#file.inTime(this.#bytes(), maxUploadMs)
    // Takes the organization's slot for unpacking after the upload, so that a slow upload does not block it.
    this.#takePlace()
    this.#thread = this.#startedThread(bytes)
    const answer = await this.#ask('header')
    if (!('header' in answer)) throw new Error('The thread gave an answer of another kind than the question')
    this.#sheet = answer.sheet
    this.#sheets = answer.sheets
    this.#warnings = answer.warnings
    return answer.header
  }

  /** The names of all sheets of the spreadsheet; available after `header()`. */
  get sheets(): readonly string[] {
    return this.#sheets
  }

  /** The name of the sheet whose rows are read; available after `header()`. */
  get sheet(): string {
    return this.#sheet
  }

  get warnings(): readonly FileWarning[] {
    return this.#warnings
  }

  async *chunks(): AsyncIterable<readonly FileRow[]> {
    for (;;) {
      const answer = await this.#ask('rows')
      if (!('rows' in answer)) throw new Error('The thread gave an answer of another kind than the question')
      if (answer.rows === null) return
      yield answer.rows
      await this.#options.yieldToOthers()
    }
  }

  async close(): Promise<void> {
    this.#options.gone?.removeEventListener('abort', this.#onGone)
    try {
      await this.#thread?.end()
    } finally {
      // Releases the organization's slot for unpacking only when the thread has ended, because the thread
      // holds its memory until then.
      if (this.#hasPlace) inProgress.delete(this.#options.organizationId)
      this.#hasPlace = false
      await this.#file.close()
    }
  }

  #startedThread(bytes: Uint8Array<ArrayBuffer>): QuestionThread<XlsxQuestion, XlsxAnswer> {
    const { sheet, tellsFaults, gone } = this.#options
    const workerData: XlsxData = { bytes, tellsFaults, ...(sheet === undefined ? {} : { sheet }) }
    const worker = startThread(threadFile, { ...threadMemory, workerData, transferList: [bytes.buffer] })
    gone?.addEventListener('abort', this.#onGone, { once: true })
    return new QuestionThread(worker)
  }

  async #ask(question: XlsxQuestion): Promise<Exclude<XlsxAnswer, { readonly refused: unknown }>> {
    if (this.#thread === null) throw new Error('The header of the spreadsheet must be read before its rows')
    const answer = await this.#thread.ask(question, maxAnswerMs).catch((error: unknown) => {
      throw error instanceof ThreadLost ? faultOf(error) : error
    })
    if ('refused' in answer) throw new DomainError(answer.refused.code, answer.refused.details)
    return answer
  }

  #takePlace(): void {
    const { organizationId } = this.#options
    if (inProgress.size >= maxAtOnce || inProgress.has(organizationId)) {
      const message =
        'Another spreadsheet is being read; nothing was written. Send the file again in a minute'
      throw new DomainError('OVERLOADED', { message })
    }
    inProgress.add(organizationId)
    this.#hasPlace = true
  }

  /** Reads the whole spreadsheet file into memory that can be transferred to the thread. */
  async #bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of this.#file.read()) {
      chunks.push(chunk)
      length += chunk.length
      if (length > largest) {
        const most = `${largest / 1024 / 1024} MB`
        const message = `The spreadsheet is larger than ${most}; save the sheet as "CSV UTF-8", which may have any size`
        throw fileFault('TOO_LARGE', message)
      }
    }
    const bytes = new Uint8Array(length)
    let at = 0
    for (const chunk of chunks) {
      bytes.set(chunk, at)
      at += chunk.length
    }
    return bytes
  }
}

/** Returns the error for the client whose spreadsheet ended its thread. */
function faultOf({ loss }: ThreadLost): Error {
  switch (loss) {
    case 'memory':
      return fileFault(
        'TOO_LARGE',
        'Reading the spreadsheet takes too much memory; save the sheet as "CSV UTF-8", which may have any size',
      )
    case 'time':
      return fileFault(
        'TOO_SLOW',
        'Reading the spreadsheet takes too long; save the sheet as "CSV UTF-8", which may have any size',
      )
    case 'ended':
      return new DomainError('OVERLOADED', {
        message: 'Reading the spreadsheet was interrupted; nothing was written. Send the file again',
      })
    case 'fault':
      return broken()
  }
}
