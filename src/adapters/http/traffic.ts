import { setImmediate, setTimeout } from 'node:timers/promises'

/** After each 2 ms of long work. Of its rate without, ingest kept 0.57 with rests of 6 ms and 0.69 with these. */
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
