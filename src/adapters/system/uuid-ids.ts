import { v7 } from 'uuid'
import type { Clock } from '../../ports/clock.ts'
import { Ids } from '../../ports/ids.ts'
import { RandomPool } from './random-pool.ts'

/**
 * `UuidIds` creates ids that contain the time of the `Clock`. Lists and clearing sort by id, and therefore by
 * this time.
 */
export class UuidIds extends Ids {
  readonly #clock: Clock
  /**
   * The counter in each UUID, so that ids of one millisecond sort in order. It does not restart with each
   * millisecond, because calls at different times may alternate. It starts at a random value of 31 bits, in a
   * field of 32.
   */
  #sequence = Math.floor(Math.random() * 2 ** 31)

  readonly #random = new RandomPool(16)

  constructor(clock: Clock) {
    super()
    this.#clock = clock
  }

  override next(): string {
    this.#sequence = (this.#sequence + 1) >>> 0
    const random = this.#random.next()
    return v7({ msecs: this.#clock.now().getTime(), seq: this.#sequence, random })
  }
}
