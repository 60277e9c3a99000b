/**
 * `Moments` numbers events in the order in which they happen. The virtual clock cannot do that, because it
 * may be set back.
 */
export class Moments {
  #count = 0

  next(): number {
    this.#count++
    return this.#count
  }
}
