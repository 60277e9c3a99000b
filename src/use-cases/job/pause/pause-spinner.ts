import { type Actor, actorIdOf } from '../../../domain/account/audit/actor.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'

export interface PauseSpinnerCommand {
  readonly organizationId: string
  readonly spinnerId: string
  readonly by: Actor
}

/**
 * Pauses a spinner, which sends nothing more until it is resumed. Its jobs are paused too, and so are jobs
 * started meanwhile. Pausing a paused spinner changes nothing.
 */
export class PauseSpinner {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  async execute({ organizationId, spinnerId, by }: PauseSpinnerCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const spinner = await tx.spinners.lock(organizationId, spinnerId)
      if (spinner === null) throw new DomainError('NOT_FOUND', { message: 'Spinner not found' })
      if (spinner.pausedAt !== null) return
      const pause = { at: this.#clock.now(), actorId: actorIdOf(by) }
      await tx.spinners.save({ ...spinner, pausedAt: pause.at, pausedActorId: pause.actorId })
      await tx.spinners.holdStarts(spinnerId)
      await tx.jobs.pauseOf(spinnerId, pause)
      const subject = { kind: 'spinner', id: spinner.id, name: spinner.name } as const
      await tx.audit.add({ action: 'spinner.paused', organizationId, by, subject })
    })
    // Waits until no message of the spinner is being sent. This is done even if the spinner was paused
    // before, because the process that paused it may have died before this line.
    await this.#unitOfWork.run((tx) => tx.jobs.waitForMarksOf(organizationId, spinnerId))
  }
}
