import { SystemClock } from '../../../src/adapters/system/system-clock.ts'

interface Alarm {
  readonly atMs: number
  readonly ring: () => void
}

/** The clock of a simulation run. It stands still unless the simulator moves it. */
export class VirtualClock extends SystemClock {
  #now: number
  #latest: number
  #elapsedMs = 0
  /** The alarms of the simulated clock that have not rung yet, in the order in which they ring. */
  readonly #alarms: Alarm[] = []

  constructor(start: Date) {
    super()
    this.#now = start.getTime()
    this.#latest = this.#now
  }

  override realNow(): Date {
    return new Date(this.#now)
  }

  /** The latest time that the simulated clock has shown; later than `now` after it was set back. */
  get latest(): Date {
    return new Date(Math.max(this.#latest, this.#now))
  }

  /** The virtual milliseconds that have passed since the run began, however often the simulated clock was set. */
  get elapsedMs(): number {
    return this.#elapsedMs
  }

  /** Advances the simulated clock to a time and rings the alarms on the way. An earlier time changes nothing. */
  moveTo(time: Date): void {
    this.pass(Math.max(0, time.getTime() - this.#now))
  }

  /** Advances the simulated clock by milliseconds, and rings the alarms that are due by then. */
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

  /**
   * Sets the simulated clock forward (positive milliseconds) or back, as an operator sets a host's clock. No
   * time passes, so no alarm rings.
   */
  set(milliseconds: number): void {
    this.#latest = this.latest.getTime()
    this.#now += milliseconds
  }

  /**
   * Calls `ring` once when the given number of virtual milliseconds has passed. Returns a function that cancels
   * the call.
   */
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
