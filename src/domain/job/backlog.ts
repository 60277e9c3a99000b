/** Beyond this many of anything, it is enough to know that there are as many. */
export const mostCounted = 10_000

/** What waits for the runtime at a moment; each number up to `mostCounted`. */
export interface Backlog {
  readonly queuedJobs: number
  readonly runningJobs: number
  readonly pausedJobs: number
  /** That are to begin later. */
  readonly scheduledJobs: number
  /** Slices that are due and that no runtime works on. */
  readonly dueSlices: number
  /** For how long the longest waiting of both has been due; 0 where nothing waits. */
  readonly oldestDueSeconds: number
  readonly liveWorkers: number
}
