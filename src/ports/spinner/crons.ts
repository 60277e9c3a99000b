/** Reads cron expressions. */
export abstract class Crons {
  /**
   * Returns the fault of a cron expression in words; null if there is none. An expression that never matches
   * is a fault.
   */
  abstract faultOf(cron: string): string | null

  /** Returns the next time after `after` that matches a cron expression, in UTC; null if there is none. */
  abstract readonly next: (cron: string, after: Date) => Date | null
}
