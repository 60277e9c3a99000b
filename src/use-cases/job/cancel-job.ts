import type { Actor } from '../../domain/account/audit/actor.ts'
import { jobSubject } from '../../domain/account/audit/subject.ts'
import { DomainError } from '../../domain/errors.ts'
import { hasEnded } from '../../domain/job/job.ts'
import type { Clock } from '../../ports/clock.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import { lockJob } from './lock-job.ts'
import { renewWaitsOrLater } from './waits/renew-waits.ts'

export interface CancelJobCommand {
  readonly organizationId: string
  readonly jobId: string
  readonly by: Actor
}

/**
 * Cancels a job, and frees the sending times that senders have given to its recipients, so that recipients of other jobs
 * do not wait behind them. Cancelling a cancelled job changes nothing.
 */
export class CancelJob {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  async execute({ organizationId, jobId, by }: CancelJobCommand): Promise<void> {
    const senderIds = await this.#unitOfWork.run(async (tx) => {
      const { status, spinner } = await lockJob(tx, organizationId, jobId)
      if (status === 'cancelled') return []
      if (hasEnded(status))
        throw new DomainError('CONFLICT', { message: `The job has already ended with the status ${status}` })
      const at = this.#clock.now()
      const ids = await tx.senders.scheduledFor(jobId)
      await tx.jobs.cancel(jobId, at)
      const subject = jobSubject(jobId, spinner)
      await tx.audit.add({ action: 'job.cancelled', organizationId, by, subject })
      for (const senderId of ids)
        await tx.outdatedWaits.outdateSender({ organizationId, senderId, since: at, endsRest: false })
      return ids
    })
    await renewWaitsOrLater(this.#unitOfWork, this.#clock, senderIds)
  }
}
