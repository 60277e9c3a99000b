import type { RestoredDatabase } from '../../../ports/job/restore/restored-database.ts'

/** Pauses a job that could not be processed after a restore; otherwise it could send messages twice. */
export class PauseUnprocessedJob {
  readonly #restoredDatabase: RestoredDatabase

  constructor(restoredDatabase: RestoredDatabase) {
    this.#restoredDatabase = restoredDatabase
  }

  async execute(jobId: string): Promise<void> {
    await this.#restoredDatabase.holdJob(jobId)
  }
}
