import { AsyncLocalStorage } from 'node:async_hooks'
import { ClockScope } from '../../ports/clock-scope.ts'

/** One for all containers of a process, so that every clock of the process answers by it. */
const moments = new AsyncLocalStorage<Date>()

/** Returns the time that the present work runs at; null for the real time. */
export function momentOfScope(): Date | null {
  return moments.getStore() ?? null
}

/** Runs work at a time; null for the real time, whatever scope the caller is in. */
export function atMoment<Result>(moment: Date | null, work: () => Result): Result {
  return moment === null ? moments.exit(work) : moments.run(moment, work)
}

/** Follows work over its promises, timers and callbacks. */
export class AsyncClockScope extends ClockScope {
  override at<Result>(moment: Date, work: () => Result): Result {
    return moments.run(moment, work)
  }

  override outside<Result>(work: () => Result): Result {
    return moments.exit(work)
  }
}
