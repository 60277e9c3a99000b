import type { StoredArrival } from '../../../domain/arrival/arrival.ts'
import type { Metrics } from '../../../ports/metrics.ts'

interface WaitingRefusal {
  readonly arrival: StoredArrival
  readonly complete: (arrival: StoredArrival) => StoredArrival
}

/**
 * The maximum number of refused arrivals that wait to be stored. Further ones are not stored, and only
 * counted as dropped.
 */
const maxWaiting = 2_000
const maxBytesWaiting = 16 * 1024 * 1024
const maxAtOnce = 64
const maxBytesAtOnce = 1024 * 1024

/**
 * `RefusalWriter` stores refused arrivals in the background, several at a time, after their requests were
 * answered. No request waits for it.
 */
export class RefusalWriter {
  readonly #write: (arrivals: readonly WaitingRefusal[]) => Promise<number>
  readonly #metrics: Metrics
  #waiting: WaitingRefusal[] = []
  #bytes = 0
  #writing: Promise<void> | null = null

  /** `write` stores refused arrivals and returns how many it stored. */
  constructor(write: (arrivals: readonly WaitingRefusal[]) => Promise<number>, metrics: Metrics) {
    this.#write = write
    this.#metrics = metrics
  }

  add(refusal: WaitingRefusal): void {
    const bytes = bytesOf(refusal)
    if (this.#waiting.length >= maxWaiting || this.#bytes + bytes > maxBytesWaiting) {
      this.#metrics.noteArrival('dropped', 1)
      return
    }
    this.#waiting.push(refusal)
    this.#bytes += bytes
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null
    })
  }

  /** Resolves when all waiting refused arrivals were stored, or were given up because writing failed. */
  async settled(): Promise<void> {
    await this.#writing
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const taken = this.#take()
      const storedCount = await this.#write(taken).catch(() => 0)
      this.#metrics.noteArrival('dropped', taken.length - storedCount)
    }
  }

  #take(): readonly WaitingRefusal[] {
    let [count, bytes] = [0, 0]
    for (const refusal of this.#waiting) {
      const own = bytesOf(refusal)
      if (count === maxAtOnce || (count > 0 && bytes + own > maxBytesAtOnce)) break
      count++
      bytes += own
    }
    this.#bytes -= bytes
    return this.#waiting.splice(0, count)
  }
}

function bytesOf({ arrival: { body } }: WaitingRefusal): number {
  return body?.bytes.length ?? 0
}
