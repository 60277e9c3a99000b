import { type Actor, actorIdOf } from '../../../domain/account/audit/actor.ts'
import { jobSubject } from '../../../domain/account/audit/subject.ts'
import { DomainError } from '../../../domain/errors.ts'
import { hasEnded } from '../../../domain/job/job.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { lockJob } from '../lock-job.ts'

export interface PauseJobCommand {
  readonly organizationId: string
  readonly jobId: string
  readonly by: Actor
}

/**
 * Pauses a job, which sends nothing more until it is resumed. Waiting recipients keep their times. Pausing a
 * paused job changes nothing.
 */
export class PauseJob {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  async execute({ organizationId, jobId, by }: PauseJobCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const { status, spinner } = await lockJob(tx, organizationId, jobId)
      if (hasEnded(status))
        throw new DomainError('CONFLICT', {
          message: `The job has already ended with the status ${status} and cannot be paused`,
        })
      const isPaused = await tx.jobs.pause(jobId, { at: this.#clock.now(), actorId: actorIdOf(by) })
      if (!isPaused) return
      const subject = jobSubject(jobId, spinner)
      await tx.audit.add({ action: 'job.paused', organizationId, by, subject })
    })
  }
}
