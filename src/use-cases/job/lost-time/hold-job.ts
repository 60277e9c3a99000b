import type { LostTime } from '../../../ports/job/lost-time/lost-time.ts'

/** Pauses a job that could not be gone through: it must not go on as if nothing had been. */
export class HoldJob {
  readonly #lostTime: LostTime

  constructor(lostTime: LostTime) {
    this.#lostTime = lostTime
  }

  async execute(jobId: string): Promise<void> {
    await this.#lostTime.holdJob(jobId)
  }
}
