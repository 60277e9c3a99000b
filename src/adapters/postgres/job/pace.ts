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
 * The milliseconds that a part of a slice and the pause after it take at least together while requests with
 * records come in: 80 up to 1,600 requests a second, 160 from 3,200 on. On two cores, ingest with 16 clients kept
 * 0.90 of its rate beside a large job (eight pairs in turns), and the runtime used 0.05 of a core. When it
 * was 80 ms at all rates, without a pause after slow parts, ingest kept 0.74 and the runtime used 0.09 of a core.
 * A job without pauses left ingest 0.29.
 */
const minMs = 80
const maxMs = 160
const appendsPerSecondPerMs = 20

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
  /** The least time of a part and the pause after it at the present ingest rate; 0 for no pause. */
  #minMs = 0

  constructor(database: Database, timers: Timers) {
    super()
    this.#database = database
    this.#timers = timers
  }

  /**
   * Pauses a job after a part of a slice if many requests with records come in. Must not throw, because the
   * outcomes of that part are not stored yet.
   */
  override async pauseForRequests(begunAt: number): Promise<void> {
    if (this.#timers.elapsedMs() - this.#lookedAt > pollEveryMs) await this.#look().catch(() => {})
    if (this.#minMs === 0) return
    const took = this.#timers.elapsedMs() - begunAt
    // Pauses after a slow part too, and as long as it took, because parts become slow when requests and jobs
    // compete for processors. A part that waited long for a mail server is followed by the least time.
    await this.#timers.sleep(Math.max(this.#minMs - took, Math.min(took, this.#minMs)))
  }

  async #look(): Promise<void> {
    const since = this.#lookedAt
    this.#lookedAt = this.#timers.elapsedMs()
    const [row] = await this.#database.write<{ blocks: string }>(blocksTaken, [])
    const blocks = Number(row?.blocks)
    // Ignores an ingest rate measured over more than a second, because it says nothing of the present load.
    const seconds = (this.#lookedAt - since) / 1000
    const perSecond = seconds < 1 ? (blocks - this.#blocks) / seconds : 0
    const least = Math.min(Math.max(perSecond / appendsPerSecondPerMs, minMs), maxMs)
    this.#minMs = perSecond > busyAppendsPerSecond ? least : 0
    this.#blocks = blocks
  }
}
