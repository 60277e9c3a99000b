import { v7 } from 'uuid'
import type { Clock } from '../../ports/clock.ts'
import { Ids } from '../../ports/ids.ts'

/** Ids with the time of the `Clock`, which also orders what is listed and cleared by id. */
export class UuidIds extends Ids {
  readonly #clock: Clock
  /**
   * Grows with each id of the process, so that ids of one millisecond sort in order. It does not begin anew with a
   * millisecond, because calls at several times may alternate. Begins at random, within 31 bits of 32.
   */
  #sequence = Math.floor(Math.random() * 2 ** 31)

  constructor(clock: Clock) {
    super()
    this.#clock = clock
  }

  override next(): string {
    this.#sequence = (this.#sequence + 1) >>> 0
    return v7({ msecs: this.#clock.now().getTime(), seq: this.#sequence })
  }
}
