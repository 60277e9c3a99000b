/** Reads cron expressions. */
export abstract class Crons {
  /**
   * Returns the fault of a cron expression in words; null if there is none. An expression that never matches
   * is a fault.
   */
  abstract faultOf(cron: string): string | null

  /**
   * Returns the next time of a cron expression after another time, by a clock without clock changes; null if
   * there is none.
   */
  abstract readonly next: (cron: string, after: Date) => Date | null
}
