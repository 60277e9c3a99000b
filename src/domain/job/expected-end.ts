import type { JobCounts, JobStatus } from './job.ts'

/** The recipient of a job that waits longest, and the sum of the wait steps after its step. */
export interface LastWaiting {
  readonly dueAt: Date
  readonly waitSeconds: number
}

/**
 * Returns the time when a job will end, judged by its waiting recipients; null if it cannot be known. A
 * pending recipient makes the end unknown, because its waits are unknown.
 */
export function expectedEndOf(
  status: JobStatus,
  { pending, waiting }: Pick<JobCounts, 'pending' | 'waiting'>,
  last: LastWaiting | null,
): Date | null {
  if (status !== 'running' || pending > 0 || waiting === 0 || last === null) return null
  return new Date(last.dueAt.getTime() + last.waitSeconds * 1000)
}
