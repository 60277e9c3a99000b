import { Clock } from '../../../src/ports/clock.ts'

interface Alarm {
  readonly atMs: number
  readonly ring: () => void
}

/** The clock of a run. It stands still unless the simulator moves it. */
export class VirtualClock extends Clock {
  #now: number
  #elapsedMs = 0
  /** The alarms that have not rung yet, in the order in which they ring. */
  readonly #alarms: Alarm[] = []

  constructor(start: Date) {
    super()
    this.#now = start.getTime()
  }

  override now(): Date {
    return new Date(this.#now)
  }

  /** The milliseconds that have passed since the run began, however often the clock was set. */
  get elapsedMs(): number {
    return this.#elapsedMs
  }

  /** Lets time pass until a time. An earlier time changes nothing. */
  moveTo(time: Date): void {
    this.pass(Math.max(0, time.getTime() - this.#now))
  }

  /** Lets time pass, and rings the alarms that are due by then. */
  pass(milliseconds: number): void {
    this.#now += milliseconds
    this.#elapsedMs += milliseconds
    for (;;) {
      const [next] = this.#alarms
      if (next === undefined || next.atMs > this.#elapsedMs) return
      this.#alarms.shift()
      next.ring()
    }
  }

  /** Sets the clock forward or back, as an operator does. No time passes, so no alarm rings. */
  set(milliseconds: number): void {
    this.#now += milliseconds
  }

  /** Calls `ring` once after the given number of milliseconds. Returns a function that cancels the call. */
  alarm(milliseconds: number, ring: () => void): () => void {
    const alarm = { atMs: this.#elapsedMs + milliseconds, ring }
    const place = this.#alarms.findIndex(({ atMs }) => atMs > alarm.atMs)
    this.#alarms.splice(place < 0 ? this.#alarms.length : place, 0, alarm)
    return () => {
      const index = this.#alarms.indexOf(alarm)
      if (index >= 0) this.#alarms.splice(index, 1)
    }
  }
}
