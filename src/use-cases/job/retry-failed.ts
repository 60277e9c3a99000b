import { DomainError } from '../../domain/errors.ts'
import { hasEnded } from '../../domain/job/job.ts'
import { meterExceeded } from '../../domain/plan/meter.ts'
import { periodOf } from '../../domain/plan/period.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Ids } from '../../ports/ids.ts'
import type { RetryAnswer } from '../../ports/job/job-store.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import type { AdmitSending } from '../account/admit-sending.ts'

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
  readonly #admitSending: AdmitSending

  constructor(unitOfWork: UnitOfWork, clock: Clock, ids: Ids, admitSending: AdmitSending) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
    this.#ids = ids
    this.#admitSending = admitSending
  }

  async execute({ organizationId, jobId }: RetryFailedCommand): Promise<string> {
    await this.#admitSending.toRetry(organizationId, jobId)
    const id = this.#ids.next()
    await this.#unitOfWork.run(async (tx) => {
      const now = this.#clock.now()
      const status = await tx.jobs.lockStatus(organizationId, jobId)
      if (status === null) throw new DomainError('NOT_FOUND', { message: 'Job not found' })
      if (!hasEnded(status)) throw new DomainError('CONFLICT', { message: 'The job is still running' })
      const retried = await tx.jobs.retryFailed(jobId, id, now)
      if (retried !== 'queued') throw new DomainError('CONFLICT', { message: words[retried] })
      await tx.wakeups.add([id])
      const spending = { organizationId, meter: 'jobs', period: periodOf(now), amount: 1 } as const
      const reading = await tx.meters.spend(spending)
      if (reading !== null) throw meterExceeded(reading, 1, now)
    })
    return id
  }
}

const words: Readonly<Record<Exclude<RetryAnswer, 'queued'>, string>> = {
  none: 'No recipient of this job has failed',
  already: 'The failed recipients of this job were run again already',
  deleted: 'The spinner of this job was deleted',
  working: 'The last messages of this job are still on their way; try again in a moment',
  cleared: 'The job ended so long ago that its recipients are no longer kept',
}
