import type { LostTime } from '../../../ports/job/lost-time/lost-time.ts'

/**
 * Pauses a job that could not be processed after a restore, because it must not continue as if nothing had
 * happened.
 */
export class HoldJob {
  readonly #lostTime: LostTime

  constructor(lostTime: LostTime) {
    this.#lostTime = lostTime
  }

  async execute(jobId: string): Promise<void> {
    await this.#lostTime.holdJob(jobId)
  }
}
