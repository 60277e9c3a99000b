import type { LostTime } from '../../../ports/job/lost-time/lost-time.ts'
import type { LastAppend, Restorations } from '../../../ports/job/lost-time/restorations.ts'

export interface EndLostTimeCommand {
  readonly moment: Date
  /** Whether all spinners are paused, for the time in which senders repeat what was lost. */
  readonly holds: boolean
  /** Whether there was nothing to be in doubt of. */
  readonly nothingLost: boolean
  /** What became of everybody, as it is noted. */
  readonly figures: { readonly held: number }
}

export interface LostTimeEnded {
  /** Spinners that are paused, all in all. */
  readonly held: number
  readonly lastAppends: readonly LastAppend[]
}

const lastAppendsTold = 20

/** After it runtimes may start. */
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
