/**
 * `Moments` numbers the events of a simulation run in the order in which they happen; such a number is called a
 * moment. Times of the virtual clock do not show this order, because the clock may be set back.
 */
export class Moments {
  #count = 0

  next(): number {
    this.#count++
    return this.#count
  }
}
