/** Tells the time. Work of a test organization runs with a test time, which its test clock shows. */
export abstract class Clock {
  abstract now(): Date

  /** Returns the real time, also for work of a test organization. Plans count their months by it. */
  abstract realNow(): Date

  /** Runs a function with the clock set to another time. Within it, `now()` returns that time. */
  abstract at<Result>(moment: Date, work: () => Result): Result

  /** Runs a function with the real time, even inside a function that runs with another time. */
  abstract outside<Result>(work: () => Result): Result
}
