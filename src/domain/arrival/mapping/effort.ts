/** What mapping one delivery may take: steps into bodies, half a second of them at most, and characters written. */
const mostSteps = 2_000_000
const mostCharacters = 16 * 1024 * 1024

/**
 * Counts what a delivery takes. Each loop is short by itself, but a list of 10,000 that is searched for each of
 * 10,000 records is not.
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

/** Never leaves the mapping: the records that are left are held for it. */
export class EffortSpent extends Error {}
