/** The passing of time in this process: to measure it, to act later, and to wait. Unlike a clock it is never set. */
export abstract class Timers {
  /** Returns the milliseconds since a moment that stays the same for as long as the process lives. */
  abstract elapsedMs(): number

  /** Does the work once after some milliseconds. Returns a function that cancels it. It keeps no process from exiting. */
  abstract after(milliseconds: number, work: () => void): () => void

  /** Returns after some milliseconds. */
  abstract sleep(milliseconds: number): Promise<void>
}
