/** The highest number that a backlog count shows; counting further would not tell more. */
export const mostCounted = 10_000

/** The work that waits for the runtime at one moment. Each number is counted up to `mostCounted`. */
export interface Backlog {
  readonly queuedJobs: number
  readonly runningJobs: number
  readonly pausedJobs: number
  /** The number of queued jobs with a later start time. */
  readonly scheduledJobs: number
  /** The number of slices that are due and that no runtime works on. */
  readonly dueSlices: number
  /** The time in seconds since the oldest queued job or due slice became due; 0 if none waits. */
  readonly oldestDueSeconds: number
  readonly liveWorkers: number
}
