import { Clock } from '../../../ports/clock.ts'

/** The clock of a rehearsal, which shows the time at which a recipient would reach a step. */
export class SimulatedClock extends Clock {
  #now: Date

  constructor(now: Date) {
    super()
    this.#now = now
  }

  override now(): Date {
    return this.#now
  }

  override realNow(): Date {
    return this.#now
  }

  set(now: Date): void {
    this.#now = now
  }
}
