/** The number at which counts of waiting work stop; counting further would tell an operator no more. */
export const maxCounted = 10_000

/**
 * The jobs and slices (parts of jobs) that wait for the runtime at one moment. Each number is counted only up
 * to `maxCounted`.
 */
export interface Backlog {
  readonly queuedJobs: number
  readonly runningJobs: number
  readonly pausedJobs: number
  /** The number of queued jobs with a later start time. */
  readonly scheduledJobs: number
  /** The number of slices (parts of jobs) that are due and that no runtime is processing. */
  readonly dueSlices: number
  /** The seconds since the oldest queued job or due slice (part of a job) became due; 0 if no work waits. */
  readonly oldestDueSeconds: number
  readonly liveWorkers: number
}
