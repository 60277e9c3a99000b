import type { Readable } from 'node:stream'
import { fileFault } from './file-fault.ts'

const longestChunkMs = 60_000

export interface FileStart {
  readonly start: Buffer
  readonly isWhole: boolean
}

/** A file as it comes in, whose start can be looked at before it is read. */
export class FileBytes {
  readonly #upload: Readable
  readonly #chunks: AsyncIterator<Buffer>
  #start: Buffer = Buffer.alloc(0)
  #isAtEnd = false

  constructor(upload: Readable) {
    this.#upload = upload
    // Not destroyed when it is left half-way: the sender is still to read an answer.
    this.#chunks = upload.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  }

  /** Until there is as much of it as is enough, or no more. */
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
   * Who sends a byte now and then would hold a place for an hour that others wait for. So what is read in one go is
   * held to one deadline, however many bytes it comes in: a chunk of rows, or a file that is needed as a whole.
   */
  async inTime<Result>(work: Promise<Result>, longestMs = longestChunkMs): Promise<Result> {
    const tooSlow = () => this.#upload.destroy(fileFault('TOO_SLOW', 'The file comes in too slowly'))
    const deadline = setTimeout(tooSlow, longestMs)
    try {
      return await work
    } finally {
      clearTimeout(deadline)
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }

  async #next(): Promise<Buffer | null> {
    if (this.#isAtEnd) return null
    const { done, value } = await this.#chunks.next().catch((error: unknown) => {
      throw uploadFault(error)
    })
    if (done !== true) return value
    this.#isAtEnd = true
    return null
  }
}

/** What went wrong on the way here, before it was text. */
function uploadFault(error: unknown): unknown {
  const { code = '' } = error as { code?: string }
  if (code.startsWith('Z_')) return fileFault('WRONG_FORM', 'The compressed file is broken')
  const cutOff = ['ECONNRESET', 'ABORT_ERR', 'ERR_STREAM_PREMATURE_CLOSE'].includes(code)
  return cutOff ? fileFault('WRONG_FORM', 'The file ended early') : error
}
