import { actorIdOf } from '../../domain/account/audit/actor.ts'
import { jobSubject } from '../../domain/account/audit/subject.ts'
import type { Requester } from '../../domain/account/requester.ts'
import { DomainError } from '../../domain/errors.ts'
import { hasEnded } from '../../domain/job/job.ts'
import { waitsForPace } from '../../domain/reason.ts'
import { sentence } from '../../domain/text/sentence.ts'
import type { Clock } from '../../ports/clock.ts'
import type { UnitOfWork } from '../../ports/unit-of-work.ts'
import { renewWaitsOrLater } from '../renew-waits.ts'
import { lockJob } from './lock-job.ts'

/** Pauses, resumes and cancels jobs. */
export class Jobs {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  /**
   * Pauses a job, which sends nothing more until it is resumed. Waiting recipients keep their times. Pausing a
   * paused job changes nothing.
   */
  async pause({ organizationId, by }: Requester, jobId: string): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const { status, spinner } = await lockJob(tx, organizationId, jobId)
      if (hasEnded(status))
        throw new DomainError('CONFLICT', {
          message: sentence('The job has already ended with the status {status} and cannot be paused', {
            status,
          }),
        })
      const isPaused = await tx.jobs.pause(jobId, { at: this.#clock.now(), actorId: actorIdOf(by) })
      if (!isPaused) return
      const subject = jobSubject(jobId, spinner)
      await tx.audit.add({ action: 'job.paused', organizationId, by, subject })
    })
  }

  /** Resumes a paused job where it stopped. Resuming a job that is not paused changes nothing. */
  async resume({ organizationId, by }: Requester, jobId: string): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const { status, spinner } = await lockJob(tx, organizationId, jobId)
      if (hasEnded(status))
        throw new DomainError('CONFLICT', {
          message: sentence('The job has already ended with the status {status} and cannot be resumed', {
            status,
          }),
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

  /**
   * Cancels a job, and frees the sending times that senders and the pace of the spinner have given to its recipients, so
   * that recipients of other jobs do not wait behind them. Cancelling a cancelled job changes nothing.
   */
  async cancel({ organizationId, by }: Requester, jobId: string): Promise<void> {
    const outdated = await this.#unitOfWork.run(async (tx) => {
      const { status, spinner } = await lockJob(tx, organizationId, jobId)
      if (status === 'cancelled') return []
      if (hasEnded(status))
        throw new DomainError('CONFLICT', {
          message: sentence('The job has already ended with the status {status}', { status }),
        })
      const at = this.#clock.now()
      const ids = await tx.senders.scheduledFor(jobId)
      const isPaced = spinner !== null && (await tx.spinners.hasPace(spinner.id))
      await tx.jobs.cancel(jobId, at)
      const subject = jobSubject(jobId, spinner)
      await tx.audit.add({ action: 'job.cancelled', organizationId, by, subject })
      for (const senderId of ids)
        await tx.jobs.outdateWaits({ organizationId, senderId, since: at, endsCooldown: false })
      if (isPaced) await tx.jobs.outdateWaits({ organizationId, reasons: waitsForPace, since: at })
      return isPaced ? [...ids, organizationId] : ids
    })
    await renewWaitsOrLater(this.#unitOfWork, this.#clock, outdated)
  }
}
