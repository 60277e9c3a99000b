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
 * Locks a job to change its status, and its spinner before it. Changes of a spinner lock the spinner's jobs
 * after the spinner, so another order could deadlock.
 */
export async function lockJob(tx: Transaction, organizationId: string, jobId: string): Promise<LockedJob> {
  const spinnerId = await tx.jobs.spinnerOf(organizationId, jobId)
  const spinner = spinnerId === null ? null : await tx.spinners.lock(organizationId, spinnerId)
  const status = await tx.jobs.lockStatus(organizationId, jobId)
  if (status === null) throw new DomainError('NOT_FOUND', { message: 'Job not found' })
  return { status, spinner }
}
