import { idsPerBlock } from '../../../domain/arrival/id-block.ts'
import { Pace, type Timers } from '../../../ports/timers.ts'
import type { Database, Statement } from '../database.ts'

const pollEveryMs = 200

/**
 * The number of requests with records a second from which on a running job pauses, because it would slow them
 * down noticeably.
 */
const busyAppendsPerSecond = 200

/**
 * The milliseconds that a part of a slice and the pause after it take at least while requests with records come
 * in. On two cores, ingest kept 0.88 of its rate beside a large job, which processed 2,000 recipients a second.
 * If the least was 80 ms, and slower parts had no pause after them, it kept 0.64 beside 3,050 recipients.
 */
const leastMs = 120

/**
 * Reads how many blocks of record ids were given out. Every request with records takes a block, so the number
 * shows the ingest rate of all processes together.
 */
const blocksTaken: Statement = {
  name: 'blocks_taken',
  text: `select last_value / ${idsPerBlock} as blocks from record_blocks`,
}

export class PostgresPace extends Pace {
  readonly #database: Database
  readonly #timers: Timers
  #lookedAt = 0
  #blocks = 0
  #busy = false

  constructor(database: Database, timers: Timers) {
    super()
    this.#database = database
    this.#timers = timers
  }

  /**
   * Pauses a job after a part of a slice if many requests with records come in. Must not throw, because the
   * outcomes of that part are not stored yet.
   */
  override async yieldToOthers(begunAt: number): Promise<void> {
    if (this.#timers.elapsedMs() - this.#lookedAt > pollEveryMs) await this.#look().catch(() => {})
    if (!this.#busy) return
    const took = this.#timers.elapsedMs() - begunAt
    // Pauses after a slow part too, and as long as it took, because parts become slow when requests and jobs
    // compete for processors. A part that waited long for a mail server is followed by a pause of `leastMs`.
    await this.#timers.sleep(Math.max(leastMs - took, Math.min(took, leastMs)))
  }

  async #look(): Promise<void> {
    const since = this.#lookedAt
    this.#lookedAt = this.#timers.elapsedMs()
    const [row] = await this.#database.write<{ blocks: string }>(blocksTaken, [])
    const blocks = Number(row?.blocks)
    // Ignores an ingest rate measured over more than a second, because it says nothing of the present load.
    const seconds = (this.#lookedAt - since) / 1000
    this.#busy = seconds < 1 && (blocks - this.#blocks) / seconds > busyAppendsPerSecond
    this.#blocks = blocks
  }
}
