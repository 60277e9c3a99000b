import { momentOfScope } from '../../src/adapters/system/async-clock-scope.ts'
import { Clock } from '../../src/ports/clock.ts'

/** Stands still until it is told otherwise. */
export class FakeClock extends Clock {
  #now: Date

  constructor(now: Date = new Date('2026-11-20T12:00:00.000Z')) {
    super()
    this.#now = now
  }

  override now(): Date {
    return momentOfScope() ?? this.#now
  }

  set(now: string): void {
    this.#now = new Date(now)
  }

  advance(seconds: number): void {
    this.#now = new Date(this.#now.getTime() + seconds * 1000)
  }

  /** The real time, for what the database's clock decides. */
  follow(): void {
    this.#now = new Date()
  }
}
