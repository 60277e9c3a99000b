import { Clock } from '../../../src/ports/clock.ts'

/** The clock of a run. It stands still unless the simulator moves it. */
export class VirtualClock extends Clock {
  #now: number

  constructor(start: Date) {
    super()
    this.#now = start.getTime()
  }

  override now(): Date {
    return new Date(this.#now)
  }

  /** Moves the clock forward to a time. An earlier time changes nothing. */
  moveTo(time: Date): void {
    this.#now = Math.max(this.#now, time.getTime())
  }

  pass(milliseconds: number): void {
    this.#now += milliseconds
  }
}
