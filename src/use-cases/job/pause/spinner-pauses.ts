import { type Actor, actorIdOf } from '../../../domain/account/audit/actor.ts'
import type { Requester } from '../../../domain/account/requester.ts'
import type { Spinner } from '../../../domain/spinner/spinner.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Transaction, UnitOfWork } from '../../../ports/unit-of-work.ts'
import { lockedSpinner } from '../../spinner/spinners.ts'

/**
 * The maximum number of jobs of a spinner that one transaction pauses or resumes, because triggers wait for its lock of
 * the spinner.
 */
const jobsAtOnce = 500

/** Pauses and resumes spinners with their jobs. */
export class SpinnerPauses {
  readonly #unitOfWork: UnitOfWork
  readonly #clock: Clock

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    this.#unitOfWork = unitOfWork
    this.#clock = clock
  }

  /**
   * Pauses a spinner, which sends nothing more until it is resumed. Its jobs are paused too, and so are jobs
   * started meanwhile. Pausing a paused spinner changes nothing.
   */
  async pause({ organizationId, by }: Requester, spinnerId: string): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const spinner = await lockedSpinner(tx, organizationId, spinnerId)
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

  /**
   * Resumes a paused spinner and the jobs that were paused with it. Resuming a spinner that is not paused
   * changes nothing. If the process dies meanwhile, `finishResumptions` resumes the other jobs.
   */
  async resume({ organizationId, by }: Requester, spinnerId: string): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const spinner = await lockedSpinner(tx, organizationId, spinnerId)
      if (spinner.pausedAt === null) return
      await tx.spinners.save({ ...spinner, pausedAt: null, pausedActorId: null })
      await tx.spinners.resumeStarts(spinnerId)
      const subject = { kind: 'spinner', id: spinner.id, name: spinner.name } as const
      await tx.audit.add({ action: 'spinner.resumed', organizationId, by, subject })
    })
    // Resumes the jobs even if the spinner was resumed before, because the process that resumed it may have died.
    while ((await this.#unitOfWork.run((tx) => tx.jobs.resumeNextOf(spinnerId, jobsAtOnce))) > 0);
  }

  /** Resumes the jobs of resumed spinners that are still paused, because the process that resumed them has died. */
  async finishResumptions(signal: AbortSignal): Promise<void> {
    const finish = () => this.#unitOfWork.run((tx) => tx.jobs.finishSpinnerResumptions(jobsAtOnce))
    while (!signal.aborted && (await finish()) > 0);
  }
}

/**
 * Pauses a spinner that is locked, with its automatic starts and the jobs with which runtimes work, unless it is paused
 * already. Its other jobs do not continue, and are paused by `SpinnerPauses.pause` or when they would continue. A message that
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
