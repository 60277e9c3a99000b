import { SystemClock } from '../../../src/adapters/system/system-clock.ts'

/** `FakeClock` is the clock of tests: it stands still until a test advances it or lets it run. */
export class FakeClock extends SystemClock {
  #now: Date
  /** The reading of the test process's timer when the clock showed `#now`; null while the clock stands still. */
  #runsSince: number | null = null

  constructor(now: Date = new Date('2026-11-20T12:00:00.000Z')) {
    super()
    this.#now = now
  }

  override realNow(): Date {
    const passed = this.#runsSince === null ? 0 : performance.now() - this.#runsSince
    return new Date(this.#now.getTime() + passed)
  }

  set(now: string): void {
    this.#moveTo(new Date(now))
  }

  advance(seconds: number): void {
    this.#moveTo(new Date(this.now().getTime() + seconds * 1000))
  }

  /** Sets the test's clock to the real time, for tests with times of the database's clock or of another server. */
  follow(): void {
    this.#moveTo(new Date())
  }

  /** Lets the test's clock run on from its present time, for runtimes that wait for it. */
  run(): void {
    this.#runsSince = performance.now()
  }

  #moveTo(now: Date): void {
    this.#now = now
    if (this.#runsSince !== null) this.#runsSince = performance.now()
  }
}
