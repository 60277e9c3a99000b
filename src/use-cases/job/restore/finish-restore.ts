import type { LastAppend, RestoredDatabase } from '../../../ports/job/restore/restored-database.ts'

export interface FinishRestoreCommand {
  readonly moment: Date
  /** Whether all spinners are paused, so that nothing is sent while sources repeat lost deliveries. */
  readonly holds: boolean
  /** Whether the restore lost nothing, so that no recipient had to be marked as unconfirmed. */
  readonly nothingLost: boolean
  /**
   * Figures that are stored when the work after a restore is finished; `held` is the number of spinners that
   * were paused until then.
   */
  readonly figures: { readonly held: number }
}

export interface RestoreFinished {
  /** The total number of spinners that were paused because of the restore. */
  readonly held: number
  readonly lastAppends: readonly LastAppend[]
}

const lastAppendsTold = 20

/** Records that the work after a restore is complete, so that runtimes may start. */
export class FinishRestore {
  readonly #restoredDatabase: RestoredDatabase

  constructor(restoredDatabase: RestoredDatabase) {
    this.#restoredDatabase = restoredDatabase
  }

  async execute({ moment, holds, nothingLost, figures }: FinishRestoreCommand): Promise<RestoreFinished> {
    if (!nothingLost) await this.#restoredDatabase.spendBudgets(moment)
    const held = figures.held + (holds ? await this.#restoredDatabase.holdSpinners() : 0)
    await this.#restoredDatabase.noteFinished({ ...figures, held, nothingLost })
    return { held, lastAppends: await this.#restoredDatabase.lastAppends(lastAppendsTold) }
  }
}
