import { type Actor, actorIdOf } from '../../../domain/account/audit/actor.ts'
import { DomainError } from '../../../domain/errors.ts'
import type { Spinner } from '../../../domain/spinner/spinner.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'

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
      await pauseLocked(tx, spinner, by, this.#clock.now())
    })
    // Waits until no message of the spinner is being sent. This is done even if the spinner was paused
    // before, because the process that paused it may have died before this line.
    await this.#unitOfWork.run((tx) => tx.jobs.waitForMarksOf(organizationId, spinnerId))
  }
}

/**
 * Pauses a spinner that is locked, with its jobs and its automatic starts, unless it is paused already. A message that is
 * being sent may still go out.
 */
export async function pauseLocked(tx: Transaction, spinner: Spinner, by: Actor, at: Date): Promise<void> {
  if (spinner.pausedAt !== null) return
  const { id, organizationId, name } = spinner
  const pause = { at, actorId: actorIdOf(by) }
  await tx.spinners.save({ ...spinner, pausedAt: pause.at, pausedActorId: pause.actorId })
  await tx.spinners.holdStarts(id)
  await tx.jobs.pauseOf(id, pause)
  const subject = { kind: 'spinner', id, name } as const
  await tx.audit.add({ action: 'spinner.paused', organizationId, by, subject })
}
