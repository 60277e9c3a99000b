/**
 * The passing of time in this process: measuring, acting later and waiting. Unlike a clock, it is never set.
 */
export abstract class Timers {
  /** Returns the milliseconds since a fixed moment in the life of the process. */
  abstract elapsedMs(): number

  /**
   * Runs the work once after some milliseconds. Returns a function that cancels it. A pending timer does not
   * keep the process from exiting.
   */
  abstract after(milliseconds: number, work: () => void): () => void

  /** Returns after some milliseconds. */
  abstract sleep(milliseconds: number): Promise<void>
}
