/**
 * The highest number of work steps for mapping one delivery. A step takes about 0.25 µs, so that mapping takes
 * at most half a second. Other requests run between its parts.
 */
const maxSteps = 2_000_000
const maxCharacters = 16 * 1024 * 1024
/** The number of work steps, about 5 ms, after which long work lets other requests run. */
const stepsOfPart = 20_000
/** The number of characters that count as one work step when white space is searched for another character. */
const charactersPerStep = 256

/**
 * Counts the work for mapping one delivery, and throws after a limit. A search of a list of 10,000 items for
 * each of 10,000 records would otherwise take minutes.
 */
export class Effort {
  #steps: number
  #characters = maxCharacters
  #stepsAtPart: number

  constructor(steps = maxSteps) {
    this.#steps = steps
    this.#stepsAtPart = steps
  }

  get isSpent(): boolean {
    return this.#steps < 0 || this.#characters < 0
  }

  spend(steps: number): void {
    this.#steps -= steps
    if (this.#steps < 0) throw new EffortSpent()
  }

  write(characters: number): void {
    this.#characters -= characters
    if (this.#characters < 0) throw new EffortSpent()
  }

  /** Counts the work to find out whether a text is white space. */
  search(text: string): void {
    this.spend(Math.floor(text.length / charactersPerStep))
  }

  /** Returns true after about 5 ms of work since the last time that it returned true. */
  isPartOver(): boolean {
    if (this.#stepsAtPart - this.#steps < stepsOfPart) return false
    this.#stepsAtPart = this.#steps
    return true
  }
}

/**
 * The error thrown when mapping a delivery takes too much work. The mapping code catches it, and the records
 * that are not mapped yet are held.
 */
export class EffortSpent extends Error {}
