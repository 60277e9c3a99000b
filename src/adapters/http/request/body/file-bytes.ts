import type { Readable } from 'node:stream'
import { fileFault } from './file-fault.ts'

const maxChunkMs = 60_000
/** The bytes of a file that must arrive within `maxChunkMs` if they are not needed. */
const passedAtOnce = 64 * 1024

export interface FileStart {
  readonly start: Buffer
  readonly isWhole: boolean
}

/** `FileBytes` is an uploaded file whose start can be inspected before the file is read. */
export class FileBytes {
  readonly #upload: Readable
  readonly #chunks: AsyncIterator<Buffer>
  #start: Buffer = Buffer.alloc(0)
  #isAtEnd = false

  constructor(upload: Readable) {
    this.#upload = upload
    // Keeps the socket open after an aborted read of the upload, because the client still has to receive the
    // response.
    this.#chunks = upload.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  }

  /** Reads the start of the uploaded file until `isEnough` returns true or the file ends. */
  async start(isEnough: (start: Buffer) => boolean): Promise<FileStart> {
    while (!this.#isAtEnd && !isEnough(this.#start)) {
      const next = await this.#next()
      if (next !== null) this.#start = Buffer.concat([this.#start, next])
    }
    return { start: this.#start, isWhole: this.#isAtEnd }
  }

  async *read(): AsyncGenerator<Buffer> {
    if (this.#start.length > 0) yield this.#start
    this.#start = Buffer.alloc(0)
    for (let next = await this.#next(); next !== null; next = await this.#next()) yield next
  }

  /**
   * Runs work that reads a part of an uploaded file and ends the upload with TOO_SLOW if it takes longer than
   * `maxMs`. Without the deadline, a client that sends a byte now and then could hold a slot for an hour.
   * A part is a chunk of rows, or a file that is needed as a whole.
   */
  async inTime<Result>(work: Promise<Result>, maxMs = maxChunkMs): Promise<Result> {
    const tooSlow = () =>
      this.#upload.destroy(
        fileFault('TOO_SLOW', 'The file arrives too slowly; send it again over a faster connection'),
      )
    const deadline = setTimeout(tooSlow, maxMs)
    try {
      return await work
    } finally {
      clearTimeout(deadline)
    }
  }

  /** Reads the rest of the uploaded file without keeping it. */
  async readToEnd(): Promise<void> {
    while (!this.#isAtEnd) await this.inTime(this.#pass(passedAtOnce))
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }

  async #next(): Promise<Buffer | null> {
    if (this.#isAtEnd) return null
    const { done, value } = await this.#chunks.next().catch((error: unknown) => {
      throw uploadFault(error)
    })
    if (done === true) {
      this.#isAtEnd = true
      return null
    }
    return value
  }

  /** Reads at least this number of bytes of the uploaded file, or the rest, without keeping them. */
  async #pass(least: number): Promise<void> {
    for (let passed = 0; passed < least && !this.#isAtEnd; ) passed += (await this.#next())?.length ?? 0
  }
}

/** Returns the error for a failure of a file's upload or of its decompression. */
function uploadFault(error: unknown): unknown {
  const { code = '' } = error as { code?: string }
  if (code.startsWith('Z_')) return fileFault('WRONG_FORM', 'The compressed file cannot be decompressed')
  const cutOff = ['ECONNRESET', 'ABORT_ERR', 'ERR_STREAM_PREMATURE_CLOSE'].includes(code)
  return cutOff
    ? fileFault('WRONG_FORM', 'The connection ended before the whole file had arrived; send the file again')
    : error
}
