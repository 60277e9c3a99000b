import { setTimeout } from 'node:timers/promises'
import { idsPerBlock } from '../../../domain/arrival/id-block.ts'
import { Pace } from '../../../ports/job/pace.ts'
import type { Database, Statement } from '../database.ts'

const lookEveryMs = 200

/** With fewer appends than these a job beside them slows nothing down that can be felt. */
const busyAppendsPerSecond = 200

/**
 * What a part takes at least while appends come in. On two cores a job without rests left ingest 0.29 of
 * its rate; with at least 60 ms it was 0.65, with 100 it was 0.87. A channel that really sends takes
 * longer by itself, and then there is no rest.
 */
const leastMs = 80

/** Every append takes a block of ids, so the sequence tells how busy ingest is, in whatever process. */
const blocksTaken: Statement = {
  name: 'blocks_taken',
  text: `select last_value / ${idsPerBlock} as blocks from record_blocks`,
}

export class PostgresPace extends Pace {
  readonly #database: Database
  #lookedAt = 0
  #blocks = 0
  #busy = false

  constructor(database: Database) {
    super()
    this.#database = database
  }

  /** Must not throw: what was sent just before is not written down yet. */
  override async giveWay(begunAt: number): Promise<void> {
    if (performance.now() - this.#lookedAt > lookEveryMs) await this.#look().catch(() => {})
    const left = begunAt + leastMs - performance.now()
    if (this.#busy && left > 0) await setTimeout(left)
  }

  async #look(): Promise<void> {
    const since = this.#lookedAt
    this.#lookedAt = performance.now()
    const [row] = await this.#database.write<{ blocks: string }>(blocksTaken, [])
    const blocks = Number(row?.blocks)
    // After a pause nothing is known of the last second.
    const seconds = (this.#lookedAt - since) / 1000
    this.#busy = seconds < 1 && (blocks - this.#blocks) / seconds > busyAppendsPerSecond
    this.#blocks = blocks
  }
}
