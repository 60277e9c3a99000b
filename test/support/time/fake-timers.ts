import { SystemTimers } from '../../../src/adapters/system/system-timers.ts'

interface PendingTimer {
  readonly dueAt: number
  run(): void
}

/** A test double of timers that run in real time, and that a test can also move forward. */
export class FakeTimers extends SystemTimers {
  /** The milliseconds of each `sleep` that the tested service requested, in order. */
  readonly slept: number[] = []
  readonly #pending = new Set<PendingTimer>()
  #aheadMs = 0

  override elapsedMs(): number {
    return super.elapsedMs() + this.#aheadMs
  }

  override after(milliseconds: number, work: () => void): () => void {
    const timer = {
      dueAt: this.elapsedMs() + milliseconds,
      run: () => {
        cancel()
        work()
      },
    }
    const cancelReal = super.after(milliseconds, timer.run)
    const cancel = () => {
      cancelReal()
      this.#pending.delete(timer)
    }
    this.#pending.add(timer)
    return cancel
  }

  override async sleep(milliseconds: number): Promise<void> {
    this.slept.push(milliseconds)
    await super.sleep(milliseconds)
  }

  /** Moves the timers of a test forward, and runs the work of `after` that is due by then. */
  advance(milliseconds: number): void {
    this.#aheadMs += milliseconds
    const due = [...this.#pending].filter(({ dueAt }) => dueAt <= this.elapsedMs())
    for (const timer of due.toSorted((pendingTimer, other) => pendingTimer.dueAt - other.dueAt)) timer.run()
  }
}
