import { setImmediate, setTimeout } from 'node:timers/promises'

/**
 * The milliseconds of rest after each 2 ms of long work. Ingest kept 57 % of its rate with rests of 6 ms and
 * 69 % with rests of 10 ms.
 */
const restMs = 10

/** `Traffic` measures how busy this process is with requests, so that long work can give way to them. */
export class Traffic {
  #answered = 0

  noteAnswer(): void {
    this.#answered++
  }

  /**
   * Returns a function that pauses one piece of long work while requests arrive. The work calls it between
   * parts of a few milliseconds each.
   */
  yielding(): () => Promise<void> {
    let seen = this.#answered
    return async () => {
      const isBusy = this.#answered !== seen
      seen = this.#answered
      if (isBusy) await setTimeout(restMs)
      else await setImmediate()
    }
  }
}
