/**
 * The highest number of work steps for mapping one delivery. A step takes about 0.25 µs, so that mapping takes
 * at most half a second.
 */
const mostSteps = 2_000_000
const mostCharacters = 16 * 1024 * 1024

/**
 * Counts the work for mapping one delivery, and throws after a limit. A search of a list of 10,000 items for
 * each of 10,000 records would otherwise block other requests.
 */
export class Effort {
  #steps = mostSteps
  #characters = mostCharacters

  spend(steps: number): void {
    this.#steps -= steps
    if (this.#steps < 0) throw new EffortSpent()
  }

  write(characters: number): void {
    this.#characters -= characters
    if (this.#characters < 0) throw new EffortSpent()
  }
}

/**
 * The error thrown when mapping a delivery takes too much work. The mapping code catches it, and the records
 * that are not mapped yet are held.
 */
export class EffortSpent extends Error {}
