import type { JobCounts, JobStatus } from './job.ts'

/** Who waits for longest in a job, and how long the wait steps are that lie before them. */
export interface LastWaiting {
  readonly dueAt: Date
  readonly waitSeconds: number
}

/**
 * When a job will end, by what waits in it; null where that is not known. As long as somebody has not been looked at,
 * nobody knows how long they will have to wait.
 */
export function expectedEndOf(
  status: JobStatus,
  { pending, waiting }: Pick<JobCounts, 'pending' | 'waiting'>,
  last: LastWaiting | null,
): Date | null {
  if (status !== 'running' || pending > 0 || waiting === 0 || last === null) return null
  return new Date(last.dueAt.getTime() + last.waitSeconds * 1000)
}
