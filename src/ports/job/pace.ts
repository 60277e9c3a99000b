/** Lets long work give way to other requests, which may arrive at other processes. */
export abstract class Pace {
  /**
   * Waits if other requests need the time. Call it between parts of the work. `begunAt` is
   * `Timers.elapsedMs()` at the beginning of the part.
   */
  abstract giveWay(begunAt: number): Promise<void>
}
