/** Lets long work pause for other requests, which may arrive at other processes. */
export abstract class Pace {
  /**
   * Waits if other requests need the processor. Long work calls it between its parts. `begunAt` is
   * `Timers.elapsedMs()` at the beginning of the part.
   */
  abstract yieldToOthers(begunAt: number): Promise<void>
}
