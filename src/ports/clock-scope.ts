/** Runs work at another time than the real one. In everything that the work does, `Clock.now()` answers that time. */
export abstract class ClockScope {
  abstract at<Result>(moment: Date, work: () => Result): Result

  /** Runs work at the real time again, inside of work that runs at another time. */
  abstract outside<Result>(work: () => Result): Result
}
