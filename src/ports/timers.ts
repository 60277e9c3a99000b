/** Measures time in this process, delays work and waits. Unlike a clock, the measured time is never set. */
export abstract class Timers {
  /** Returns the milliseconds since a fixed moment in the life of this process. */
  abstract elapsedMs(): number

  /**
   * Runs a function once after some milliseconds. Returns a function that cancels it. A pending timer does
   * not keep the process from exiting.
   */
  abstract after(milliseconds: number, work: () => void): () => void

  /**
   * Runs a function again and again, every given number of milliseconds. Returns a function that ends this.
   * The timer does not keep the process from exiting.
   */
  abstract every(milliseconds: number, work: () => void): () => void

  /** Returns a signal that aborts after some milliseconds. It does not keep the process from exiting. */
  abstract abortAfter(milliseconds: number): AbortSignal

  /** Returns after the given number of milliseconds. */
  abstract sleep(milliseconds: number): Promise<void>

  /** Lets pending work of this process run, such as other requests, before the caller continues. */
  abstract yieldToOthers(): Promise<void>
}

/** Lets long work pause while requests wait, even requests to other processes of the service. */
export abstract class Pace {
  /**
   * Waits if other requests need the processor. Long work calls it after each of its parts. `begunAt` is the
   * value of `Timers.elapsedMs()` when the part began.
   */
  abstract pauseForRequests(begunAt: number): Promise<void>
}
