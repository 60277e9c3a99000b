import type { JobCounts, JobStatus } from './job.ts'

/**
 * The due time of the job's recipient that is due last, and the sum in seconds of the wait steps that the
 * recipient still has ahead.
 */
export interface LastWaiting {
  readonly dueAt: Date
  readonly waitSeconds: number
}

/**
 * Returns the time when a job is expected to end, computed from its waiting recipients. Returns null if a
 * recipient is pending, because its waits are not known.
 */
export function expectedEndOf(
  status: JobStatus,
  { pending, waiting }: Pick<JobCounts, 'pending' | 'waiting'>,
  last: LastWaiting | null,
): Date | null {
  if (status !== 'running' || pending > 0 || waiting === 0 || last === null) return null
  return new Date(last.dueAt.getTime() + last.waitSeconds * 1000)
}
