import { idsPerBlock } from '../../../domain/arrival/id-block.ts'
import { Pace, type Timers } from '../../../ports/timers.ts'
import type { Database, Statement } from '../database.ts'

const pollEveryMs = 200

/** The number of appends of records a second from which on a running job slows down ingest noticeably. */
const busyAppendsPerSecond = 200

/**
 * Minimum time in milliseconds that a job takes for a part of a slice while appends come in. On two cores, a
 * job without rests left ingest 0.29 of its rate; with at least 60 ms it was 0.65, with 100 ms 0.87. A
 * channel that really sends takes longer anyway, and then there is no rest.
 */
const leastMs = 80

/**
 * Reads the sequence of id blocks. Every append takes a block, so the sequence shows the ingest rate of all
 * processes together.
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
   * Waits after a part of a slice if ingest is busy. Must not throw, because the outcomes of that part are
   * not stored yet.
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
