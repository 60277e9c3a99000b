import { DomainError } from '../domain/errors.ts'
import { hasEnded } from '../domain/job/job.ts'
import { meterExceeded } from '../domain/usage/meter.ts'
import { periodOf } from '../domain/usage/period.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { UnitOfWork } from '../ports/unit-of-work.ts'

export interface RetryFailedCommand {
  readonly organizationId: string
  readonly jobId: string
}

/**
 * Runs the failed recipients of a job again, as a new job of the same version, each from the step that
 * failed: what was sent before is not sent again. Once, or two who click would write to them twice.
 */
export class RetryFailed {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
  }

  async execute({ organizationId, jobId }: RetryFailedCommand): Promise<string> {
    const id = this.#ids.next()
    await this.#unitOfWork.run(async (tx) => {
      const now = this.#clock.now()
      const status = await tx.jobs.lockStatus(organizationId, jobId)
      if (status === null) throw new DomainError('NOT_FOUND', { message: 'Job not found' })
      if (!hasEnded(status)) throw new DomainError('CONFLICT', { message: 'The job is still running' })
      const retried = await tx.jobs.retryFailed(jobId, id, now)
      if (retried === 'already')
        throw new DomainError('CONFLICT', {
          message: 'The failed recipients of this job were run again already',
        })
      if (retried === 'none')
        throw new DomainError('CONFLICT', { message: 'No recipient of this job has failed' })
      await tx.wakeups.add([id])
      const spending = { organizationId, meter: 'jobs', period: periodOf(now), amount: 1 } as const
      const reading = await tx.meters.spend(spending)
      if (reading !== null) throw meterExceeded(reading, 1, now)
    })
    return id
  }
}
