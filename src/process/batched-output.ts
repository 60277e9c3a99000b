import { write, writeSync } from 'node:fs'

/** Writes go through another thread: of 16 kB each they took 2 % of the hot path, of 64 kB a quarter of that. */
const mostCharacters = 64_000
const longestWaitMs = 1_000
/** Where the reader of the log has stopped reading, lines are counted instead of kept. */
const mostGathered = 8_000_000
const fullPipeWaitMs = 20

/**
 * Where log lines go: gathered into one string and written together. pino's own destination measures
 * and joins what it has gathered anew at every line, which took a twentieth of the hot path.
 */
export class BatchedOutput {
  readonly #fd: number
  #gathered = ''
  #dropped = 0
  #underWay: Buffer | null = null
  #timer: NodeJS.Timeout | null = null
  #flushed: (() => void)[] = []

  constructor(fd: number) {
    this.#fd = fd
  }

  /** One line, or several. */
  write(lines: string): void {
    if (this.#gathered.length > mostGathered) {
      this.#dropped += lines.split('\n').length - 1
      return
    }
    this.#gathered += lines
    if (this.#gathered.length >= mostCharacters) this.#start()
    else this.#startLater()
  }

  /** Calls back when everything gathered so far has been written. */
  flush(done: () => void = () => {}): void {
    this.#flushed.push(done)
    this.#start()
  }

  /** For a process that is about to exit: nothing may come after it. */
  flushSync(): void {
    let rest = Buffer.concat([this.#underWay ?? Buffer.alloc(0), Buffer.from(this.#gathered)])
    this.#underWay = null
    this.#gathered = ''
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(this.#fd, rest))
    } catch {
      // The reader of the log has gone or does not keep up, and there is no other place to report it.
    }
  }

  #startLater(): void {
    this.#timer ??= setTimeout(() => this.#start(), longestWaitMs).unref()
  }

  #start(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    if (this.#underWay !== null) return
    if (this.#gathered === '') {
      for (const done of this.#flushed.splice(0)) done()
      return
    }
    const lost = this.#dropped === 0 ? '' : `{"level":40,"msg":"${this.#dropped} lines were not written"}\n`
    const bytes = Buffer.from(this.#gathered + lost)
    this.#gathered = ''
    this.#dropped = 0
    this.#write(bytes)
  }

  #write(bytes: Buffer): void {
    this.#underWay = bytes
    write(this.#fd, bytes, (error, written) => {
      if (this.#underWay === null) return
      if (error?.code === 'EAGAIN') {
        setTimeout(() => this.#write(bytes), fullPipeWaitMs)
        return
      }
      // The reader of the log has gone; the lines are dropped.
      const rest = error === null ? bytes.subarray(written) : bytes.subarray(bytes.length)
      if (rest.length > 0) return this.#write(rest)
      this.#underWay = null
      if (this.#flushed.length > 0 || this.#gathered.length >= mostCharacters) this.#start()
      else if (this.#gathered !== '') this.#startLater()
    })
  }
}
