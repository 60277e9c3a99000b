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
 * The milliseconds that a part of a slice takes at least while requests with records come in; a faster job
 * pauses for the rest. On two cores, a job without pauses left ingest 0.29 of its rate; with at least 60 ms
 * it was 0.65, with 100 ms 0.87.
 */
const leastMs = 80

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
    const left = begunAt + leastMs - this.#timers.elapsedMs()
    if (this.#busy && left > 0) await this.#timers.sleep(left)
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
