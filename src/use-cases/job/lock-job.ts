import { DomainError } from '../../domain/errors.ts'
import type { JobStatus } from '../../domain/job/job.ts'
import type { Spinner } from '../../domain/spinner/spinner.ts'
import type { Transaction } from '../../ports/unit-of-work.ts'

interface LockedJob {
  readonly status: JobStatus
  /** The job's spinner; null if it was deleted. */
  readonly spinner: Spinner | null
}

/**
 * Locks the spinner of a job and then the job, and returns both. Changes of a spinner lock its jobs after it,
 * so the other order could deadlock.
 */
export async function lockJob(tx: Transaction, organizationId: string, jobId: string): Promise<LockedJob> {
  const spinnerId = await tx.jobs.spinnerOf(organizationId, jobId)
  const spinner = spinnerId === null ? null : await tx.spinners.lock(organizationId, spinnerId)
  const status = await tx.jobs.lockStatus(organizationId, jobId)
  if (status === null) throw new DomainError('NOT_FOUND', { message: 'Job not found' })
  return { status, spinner }
}
