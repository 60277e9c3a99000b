import { setImmediate, setTimeout } from 'node:timers/promises'

/** Per piece of long work: a rest of 10 ms after each 2 ms of work. Without one, ingest kept 0.15 of its rate. */
const restMs = 10

/** How busy this process is with requests, so that long work can give way to short. */
export class Traffic {
  #answered = 0

  noteAnswer(): void {
    this.#answered++
  }

  /** For one long piece of work: to be called between its parts, each a few milliseconds long. */
  givesWay(): () => Promise<void> {
    let seen = this.#answered
    return async () => {
      const isBusy = this.#answered !== seen
      seen = this.#answered
      if (isBusy) await setTimeout(restMs)
      else await setImmediate()
    }
  }
}
