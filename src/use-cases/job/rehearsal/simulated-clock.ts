/** The clock of a rehearsal, which shows the time at which a recipient would reach a step. */
export class SimulatedClock {
  #now: Date

  constructor(now: Date) {
    this.#now = now
  }

  now(): Date {
    return this.#now
  }

  set(now: Date): void {
    this.#now = now
  }
}
