import type { UnitOfWork } from '../../../ports/unit-of-work.ts'
import { jobsAtOnce } from './pause-spinner.ts'

/** Resumes the jobs of resumed spinners that are still paused, because the process that resumed them has died. */
export class FinishSpinnerResumptions {
  readonly #unitOfWork: UnitOfWork

  constructor(unitOfWork: UnitOfWork) {
    this.#unitOfWork = unitOfWork
  }

  async execute(signal: AbortSignal): Promise<void> {
    const finish = () => this.#unitOfWork.run((tx) => tx.jobs.finishSpinnerResumptions(jobsAtOnce))
    while (!signal.aborted && (await finish()) > 0);
  }
}
