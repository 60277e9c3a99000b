import { DomainError } from '../../../domain/errors.ts'
import { hasEnded } from '../../../domain/job/job.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import type { HoldJobCommand } from './pause-job.ts'

/** Lets a paused job go on where it stood. Resuming one that is not paused changes nothing. */
export class ResumeJob {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ organizationId, jobId, by }: HoldJobCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const spinnerId = await tx.jobs.spinnerOf(organizationId, jobId)
      // The spinner first, as whoever pauses it: a job must not go on beside that.
      const spinner = spinnerId === null ? null : await tx.spinners.lock(organizationId, spinnerId)
      const status = await tx.jobs.lockStatus(organizationId, jobId)
      if (status === null) throw new DomainError('NOT_FOUND', { message: 'Job not found' })
      if (hasEnded(status))
        throw new DomainError('CONFLICT', {
          message: `The job has ended: ${status}; there is nothing to resume`,
        })
      if (status !== 'paused') return
      if (spinner?.pausedAt) {
        const message = 'The spinner of this job is paused: resume the spinner'
        throw new DomainError('CONFLICT', { message })
      }
      await tx.jobs.resume(jobId)
      const subject = { kind: 'job', id: jobId, name: null } as const
      await tx.audit.add({ action: 'job.resumed', organizationId, by, subject })
    })
  }
}
