/** Reads what people write of times that come round. */
export abstract class Crons {
  /** What is wrong with a cron, in words; null where nothing is. One that never comes is wrong. */
  abstract faultOf(cron: string): string | null

  /** The next time that it names after another, on a wall whose clock is never changed; null where there is none. */
  abstract readonly next: (cron: string, after: Date) => Date | null
}
