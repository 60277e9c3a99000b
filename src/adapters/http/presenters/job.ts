import type { JobView } from '../../../domain/job/job.ts'

/** A job as the public API shows it. */
export function publicJob({
  id,
  spinnerId,
  status,
  counts,
  createdAt,
  startedAt,
  finishedAt,
}: JobView): object {
  return { jobId: id, spinnerId, status, counts, createdAt, startedAt, finishedAt }
}
