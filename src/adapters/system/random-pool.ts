import { randomFillSync } from 'node:crypto'

const drawnAtOnce = 256

/**
 * `RandomPool` hands out random bytes, each once. It draws many at a time from the operating system, because
 * 256 pieces of 12 bytes take as long as two calls for one piece. One id took 7 % of the CPU time of a trigger.
 */
export class RandomPool {
  readonly #length: number
  #left = Buffer.alloc(0)

  /** `length` is the number of bytes of each piece. */
  constructor(length: number) {
    this.#length = length
  }

  next(): Buffer {
    if (this.#left.length === 0) this.#left = randomFillSync(Buffer.alloc(this.#length * drawnAtOnce))
    const piece = this.#left.subarray(0, this.#length)
    this.#left = this.#left.subarray(this.#length)
    return piece
  }
}
