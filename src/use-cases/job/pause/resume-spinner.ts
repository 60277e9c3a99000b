import { DomainError } from '../../../domain/errors.ts'
import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { jobsAtOnce, type PauseSpinnerCommand } from './pause-spinner.ts'

/**
 * Resumes a paused spinner and the jobs that were paused with it. Resuming a spinner that is not paused
 * changes nothing. If the process dies meanwhile, `FinishSpinnerResumptions` resumes the other jobs.
 */
export class ResumeSpinner {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute({ organizationId, spinnerId, by }: PauseSpinnerCommand): Promise<void> {
    await this.#unitOfWork.run(async (tx) => {
      const spinner = await tx.spinners.lock(organizationId, spinnerId)
      if (spinner === null) throw new DomainError('NOT_FOUND', { message: 'Spinner not found' })
      if (spinner.pausedAt === null) return
      await tx.spinners.save({ ...spinner, pausedAt: null, pausedActorId: null })
      await tx.spinners.resumeStarts(spinnerId)
      const subject = { kind: 'spinner', id: spinner.id, name: spinner.name } as const
      await tx.audit.add({ action: 'spinner.resumed', organizationId, by, subject })
    })
    // Resumes the jobs even if the spinner was resumed before, because the process that resumed it may have died.
    while ((await this.#unitOfWork.run((tx) => tx.jobs.resumeNextOf(spinnerId, jobsAtOnce))) > 0);
  }
}
