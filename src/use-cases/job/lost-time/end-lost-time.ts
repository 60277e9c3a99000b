import type { LostTime } from '../../../ports/job/lost-time/lost-time.ts'
import type { LastAppend, Restorations } from '../../../ports/job/lost-time/restorations.ts'

export interface EndLostTimeCommand {
  readonly moment: Date
  /** Whether all spinners are paused while senders repeat what was lost. */
  readonly holds: boolean
  /** Whether there was nothing to put in doubt. */
  readonly nothingLost: boolean
  /** The counts that are recorded about the restore. */
  readonly figures: { readonly held: number }
}

export interface LostTimeEnded {
  /** The total number of paused spinners. */
  readonly held: number
  readonly lastAppends: readonly LastAppend[]
}

const lastAppendsTold = 20

/** Ends the work after a restore. Runtimes may start afterwards. */
export class EndLostTime {
  readonly #lostTime: LostTime
  readonly #restorations: Restorations

  constructor(lostTime: LostTime, restorations: Restorations) {
    this.#lostTime = lostTime
    this.#restorations = restorations
  }

  async execute({ moment, holds, nothingLost, figures }: EndLostTimeCommand): Promise<LostTimeEnded> {
    if (!nothingLost) await this.#lostTime.spendBudgets(moment)
    const held = figures.held + (holds ? await this.#lostTime.holdSpinners() : 0)
    await this.#restorations.noteLookedAfter({ ...figures, held, nothingLost })
    return { held, lastAppends: await this.#restorations.lastAppends(lastAppendsTold) }
  }
}
