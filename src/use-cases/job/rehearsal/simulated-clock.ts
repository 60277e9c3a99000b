import { Clock } from '../../../ports/clock.ts'

/** Shows the time at which a step would be come to. */
export class SimulatedClock extends Clock {
  #now: Date

  constructor(now: Date) {
    super()
    this.#now = now
  }

  override now(): Date {
    return this.#now
  }

  set(now: Date): void {
    this.#now = now
  }
}
