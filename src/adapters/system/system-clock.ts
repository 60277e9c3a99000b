import { AsyncLocalStorage } from 'node:async_hooks'
import { Clock } from '../../ports/clock.ts'

/**
 * The test times at which work runs, kept across promises and timers. All containers of a process share this
 * storage, so that all their clocks agree.
 */
const moments = new AsyncLocalStorage<Date>()

/** Returns the time on the test clock at which the running code works; null if it works at the real time. */
export function momentOfScope(): Date | null {
  return moments.getStore() ?? null
}

/** Runs work at a test time. Null stands for the real time, also if the caller runs at a test time. */
export function atMoment<Result>(moment: Date | null, work: () => Result): Result {
  return moment === null ? moments.exit(work) : moments.run(moment, work)
}

/**
 * `SystemClock` returns the time of the system, or the test time at which the running code works. A test time is kept
 * across the promises, timers and callbacks of the work.
 */
export class SystemClock extends Clock {
  override now(): Date {
    return momentOfScope() ?? this.realNow()
  }

  override realNow(): Date {
    return new Date()
  }

  override at<Result>(moment: Date, work: () => Result): Result {
    return atMoment(moment, work)
  }

  override outside<Result>(work: () => Result): Result {
    return atMoment(null, work)
  }
}
