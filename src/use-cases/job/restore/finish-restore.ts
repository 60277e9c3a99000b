import type { LastAppend, Restorations } from '../../../ports/job/restore/restorations.ts'
import type { RestoredDatabase } from '../../../ports/job/restore/restored-database.ts'

export interface FinishRestoreCommand {
  readonly moment: Date
  /** Whether all spinners are paused while senders repeat what was lost. */
  readonly holds: boolean
  /** Whether there was nothing to put in doubt. */
  readonly nothingLost: boolean
  /** The counts that are recorded about the restore. */
  readonly figures: { readonly held: number }
}

export interface RestoreFinished {
  /** The total number of paused spinners. */
  readonly held: number
  readonly lastAppends: readonly LastAppend[]
}

const lastAppendsTold = 20

/** Ends the work after a restore. Runtimes may start afterwards. */
export class FinishRestore {
  readonly #restoredDatabase: RestoredDatabase
  readonly #restorations: Restorations

  constructor(restoredDatabase: RestoredDatabase, restorations: Restorations) {
    this.#restoredDatabase = restoredDatabase
    this.#restorations = restorations
  }

  async execute({ moment, holds, nothingLost, figures }: FinishRestoreCommand): Promise<RestoreFinished> {
    if (!nothingLost) await this.#restoredDatabase.spendBudgets(moment)
    const held = figures.held + (holds ? await this.#restoredDatabase.holdSpinners() : 0)
    await this.#restorations.noteFinished({ ...figures, held, nothingLost })
    return { held, lastAppends: await this.#restorations.lastAppends(lastAppendsTold) }
  }
}
