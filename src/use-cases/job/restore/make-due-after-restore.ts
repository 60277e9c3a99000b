import { waitsEndedByOthers } from '../../../domain/job/mails-ahead.ts'
import type { RestoredDatabase } from '../../../ports/job/restore/restored-database.ts'

/**
 * Makes recipients and scheduled jobs due in a restored database whose wait may have ended after the restored
 * moment.
 */
export class MakeDueAfterRestore {
  readonly #restoredDatabase: RestoredDatabase

  constructor(restoredDatabase: RestoredDatabase) {
    this.#restoredDatabase = restoredDatabase
  }

  async execute(): Promise<void> {
    await this.#restoredDatabase.open(waitsEndedByOthers)
  }
}
