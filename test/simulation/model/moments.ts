/**
 * `Moments` numbers the events of a run in the order in which they happen. Times of the virtual clock do not
 * show this order, because the clock may be set back.
 */
export class Moments {
  #count = 0

  next(): number {
    this.#count++
    return this.#count
  }
}
