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
 * The largest number of jobs of a spinner that one transaction pauses or resumes, because triggers wait for its lock of
 * the spinner.
 */
export const jobsAtOnce = 500

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
    // Pauses the other jobs, and waits until no message of the spinner is being sent. This is done even if the spinner
    // was paused before, because the process that paused it may have died before this line.
    let after: string | null = null
    do {
      const last: string | null = after
      after = await this.#unitOfWork.run((tx) => tx.jobs.pauseNextOf(spinnerId, last, jobsAtOnce))
    } while (after !== null)
    await this.#unitOfWork.run((tx) => tx.jobs.waitForMarksOf(organizationId, spinnerId))
  }
}

/**
 * Pauses a spinner that is locked, with its automatic starts and the jobs with which runtimes work, unless it is paused
 * already. Its other jobs do not continue, and are paused by `PauseSpinner` or when they would continue. A message that
 * is being sent may still go out.
 */
export async function pauseLocked(tx: Transaction, spinner: Spinner, by: Actor, at: Date): Promise<void> {
  if (spinner.pausedAt !== null) return
  const { id, organizationId, name } = spinner
  await tx.spinners.save({ ...spinner, pausedAt: at, pausedActorId: actorIdOf(by) })
  await tx.spinners.holdStarts(id)
  await tx.jobs.pauseHeldOf(id)
  const subject = { kind: 'spinner', id, name } as const
  await tx.audit.add({ action: 'spinner.paused', organizationId, by, subject })
}
