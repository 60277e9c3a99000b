import type { Actor } from '../../domain/account/audit/actor.ts'
import { jobSubject } from '../../domain/account/audit/subject.ts'
import { DomainError } from '../../domain/errors.ts'
import { hasEnded } from '../../domain/job/job.ts'
import type { Clock } from '../../ports/clock.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import { lockJob } from './lock-job.ts'

export interface CancelJobCommand {
  readonly organizationId: string
  readonly jobId: string
  readonly by: Actor
}

/** Cancels a job. Cancelling a cancelled job changes nothing. */
export class CancelJob {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  async execute({ organizationId, jobId, by }: CancelJobCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const { status, spinner } = await lockJob(tx, organizationId, jobId)
      if (status === 'cancelled') return
      if (hasEnded(status))
        throw new DomainError('CONFLICT', { message: `The job has already ended with the status ${status}` })
      await tx.jobs.cancel(jobId, this.#clock.now())
      const subject = jobSubject(jobId, spinner)
      await tx.audit.add({ action: 'job.cancelled', organizationId, by, subject })
    })
  }
}
