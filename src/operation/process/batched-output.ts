import { write, writeSync } from 'node:fs'

/**
 * The number of characters of log lines that are written at once. Another thread writes, and writes of 64 kB
 * took a quarter of the time of writes of 16 kB.
 */
const maxCharacters = 64_000
const maxWaitMs = 1_000
/**
 * The number of waiting characters after which further log lines are dropped and counted, because the reader
 * of the log has stopped reading.
 */
const maxGathered = 8_000_000
const fullPipeWaitMs = 20

/**
 * Writes log lines in batches, collected in one string. The writer of pino joins all collected lines again at
 * every line, which took 5 % of the time of a busy route.
 */
export class BatchedOutput {
  readonly #fd: number
  #gathered = ''
  #dropped = 0
  #bytesInProgress: Buffer | null = null
  #timer: NodeJS.Timeout | null = null
  #flushed: (() => void)[] = []

  constructor(fd: number) {
    this.#fd = fd
  }

  /**
   * Adds one or several log lines to the next batch. Drops and counts them instead if too many lines wait to be
   * written.
   */
  write(lines: string): void {
    if (this.#gathered.length > maxGathered) {
      this.#dropped += lines.split('\n').length - 1
      return
    }
    this.#gathered += lines
    if (this.#gathered.length >= maxCharacters) this.#start()
    else this.#startLater()
  }

  /** Calls `done` when all collected log lines have been written. */
  flush(done: () => void = () => {}): void {
    this.#flushed.push(done)
    this.#start()
  }

  /**
   * Writes all collected log lines at once, before the process exits. Log lines that are added later are lost.
   */
  flushSync(): void {
    let rest = Buffer.concat([this.#bytesInProgress ?? Buffer.alloc(0), Buffer.from(this.#gathered)])
    this.#bytesInProgress = null
    this.#gathered = ''
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(this.#fd, rest))
    } catch {
      // Ignores the error if the last log lines cannot be written, because the process exits and there is no
      // other place to report it.
    }
  }

  #startLater(): void {
    this.#timer ??= setTimeout(() => this.#start(), maxWaitMs).unref()
  }

  #start(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#bytesInProgress !== null) return
    if (this.#gathered === '') {
      for (const done of this.#flushed.splice(0)) done()
      return
    }
    const lost = this.#dropped === 0 ? '' : `{"level":40,"msg":"${this.#dropped} log lines were dropped"}\n`
    const bytes = Buffer.from(this.#gathered + lost)
    this.#gathered = ''
    this.#dropped = 0
    this.#write(bytes)
  }

  #write(bytes: Buffer): void {
    this.#bytesInProgress = bytes
    write(this.#fd, bytes, (error, written) => {
      if (this.#bytesInProgress === null) return
      if (error?.code === 'EAGAIN') {
        setTimeout(() => this.#write(bytes), fullPipeWaitMs)
        return
      }
      // After a failed write, drops the log lines that were to be written, because nobody reads the log.
      const rest = error === null ? bytes.subarray(written) : bytes.subarray(bytes.length)
      if (rest.length > 0) return this.#write(rest)
      this.#bytesInProgress = null
      if (this.#flushed.length > 0 || this.#gathered.length >= maxCharacters) this.#start()
      else if (this.#gathered !== '') this.#startLater()
    })
  }
}
