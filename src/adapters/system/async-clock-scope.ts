import { AsyncLocalStorage } from 'node:async_hooks'
import { ClockScope } from '../../ports/clock-scope.ts'

/**
 * The times of all running work. All containers of a process share this storage, so that all their clocks
 * agree.
 */
const moments = new AsyncLocalStorage<Date>()

/** Returns the time that the present work runs at; null for the real time. */
export function momentOfScope(): Date | null {
  return moments.getStore() ?? null
}

/** Runs work at a time. Null stands for the real time, whatever scope the caller is in. */
export function atMoment<Result>(moment: Date | null, work: () => Result): Result {
  return moment === null ? moments.exit(work) : moments.run(moment, work)
}

/** `AsyncClockScope` keeps the time of work across its promises, timers and callbacks. */
export class AsyncClockScope extends ClockScope {
  override at<Result>(moment: Date, work: () => Result): Result {
    return moments.run(moment, work)
  }

  override outside<Result>(work: () => Result): Result {
    return moments.exit(work)
  }
}
