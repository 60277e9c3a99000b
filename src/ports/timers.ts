/** Measures time in this process, delays work and waits. Unlike a clock, the measured time is never set. */
export abstract class Timers {
  /** Returns the milliseconds since a fixed moment in the life of this process. */
  abstract elapsedMs(): number

  /**
   * Runs a function once after some milliseconds. Returns a function that cancels it. A pending timer does
   * not keep the process from exiting.
   */
  abstract after(milliseconds: number, work: () => void): () => void

  /** Waits for some milliseconds. */
  abstract sleep(milliseconds: number): Promise<void>
}
