export abstract class Clock {
  abstract now(): Date
}

/** Runs work at another time than the real one. Within the work, `Clock.now()` returns that time. */
export abstract class ClockScope {
  abstract at<Result>(moment: Date, work: () => Result): Result

  /** Runs work at the real time, inside of work that runs at another time. */
  abstract outside<Result>(work: () => Result): Result
}
