import type { Clock } from '../../../src/ports/clock.ts'
import { Ids } from '../../../src/ports/ids.ts'
import { hashOf } from './random.ts'

/**
 * Makes UUIDs of version 7 for the simulated service, from the virtual time and the seed. Within a millisecond
 * they are in the order of the calls.
 */
export class SeededIds extends Ids {
  readonly #seed: number
  readonly #clock: Clock
  #count = 0

  constructor(seed: number, clock: Clock) {
    super()
    this.#seed = seed
    this.#clock = clock
  }

  override next(): string {
    const count = this.#count++
    const time = this.#clock.realNow().getTime().toString(16).padStart(12, '0')
    // Puts the simulator's counter into the 12 bits that order UUIDs of version 7 within a millisecond.
    const order = (count & 0xfff).toString(16).padStart(3, '0')
    const [high, low] = [hashOf('id', this.#seed, count, 1), hashOf('id', this.#seed, count, 2)]
    const tail = ((high & 0x3fff) | 0x8000).toString(16)
    const rest = ((high >>> 14) & 0xffff).toString(16).padStart(4, '0') + low.toString(16).padStart(8, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${order}-${tail}-${rest}`
  }
}
