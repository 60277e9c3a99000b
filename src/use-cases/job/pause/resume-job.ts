import { jobSubject } from '../../../domain/account/audit/subject.ts'
import { DomainError } from '../../../domain/errors.ts'
import { hasEnded } from '../../../domain/job/job.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { lockJob } from '../lock-job.ts'
import type { PauseJobCommand } from './pause-job.ts'

/** Resumes a paused job where it stopped. Resuming a job that is not paused changes nothing. */
export class ResumeJob {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ organizationId, jobId, by }: PauseJobCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const { status, spinner } = await lockJob(tx, organizationId, jobId)
      if (hasEnded(status))
        throw new DomainError('CONFLICT', {
          message: `The job has already ended with the status ${status} and cannot be resumed`,
        })
      if (status !== 'paused') return
      if (spinner?.pausedAt) {
        const message = 'The spinner of this job is paused; resume the spinner instead'
        throw new DomainError('CONFLICT', { message })
      }
      await tx.jobs.resume(jobId)
      const subject = jobSubject(jobId, spinner)
      await tx.audit.add({ action: 'job.resumed', organizationId, by, subject })
    })
  }
}
