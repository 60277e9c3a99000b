/** Counts what happens one after the other. The virtual clock cannot do that: it may be set back. */
export class Moments {
  #count = 0

  next(): number {
    this.#count++
    return this.#count
  }
}
