import type { ArrivalStore } from '../../../ports/arrival/arrival-store.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Restorations } from '../../../ports/job/lost-time/restorations.ts'

export interface LostTimeFound {
  /** What came after it is lost. */
  readonly moment: Date
  /** For how long what had arrived by then is left to whoever has just answered it. */
  readonly restsForMs: number
}

/** Why there is nothing to look after, or not yet. */
export type NoLostTime =
  | { readonly obstacle: 'runtimesConnected' }
  | { readonly obstacle: 'notRestored'; readonly lastMoment: Date | null }

/** Longer than arrivals are left alone by FinishArrivals. */
const arrivalsLeftAloneMs = 31_000

/** To which moment a database was restored. Where nothing has noted it, it is noted as the operator says. */
export class FindLostTime {
  readonly #restorations: Restorations
  readonly #arrivals: ArrivalStore
  readonly #clock: Clock

  constructor(restorations: Restorations, arrivals: ArrivalStore, clock: Clock) {
    this.#restorations = restorations
    this.#arrivals = arrivals
    this.#clock = clock
  }

  /** `recoveredTo` by PostgreSQL's own means; null for what a restore of a backup has noted. */
  async execute(recoveredTo: Date | null): Promise<LostTimeFound | NoLostTime> {
    if ((await this.#restorations.connectedRuntimes()) > 0) return { obstacle: 'runtimesConnected' }
    if (recoveredTo !== null && (await this.#restorations.pending()) === null)
      await this.#restorations.note(recoveredTo)
    const moment = await this.#restorations.pending()
    if (moment === null) return { obstacle: 'notRestored', lastMoment: await this.#restorations.lastMoment() }
    return { moment, restsForMs: await this.#restsForMs(moment) }
  }

  async #restsForMs(moment: Date): Promise<number> {
    const now = this.#clock.now()
    const left = moment.getTime() + arrivalsLeftAloneMs - now.getTime()
    if (left <= 0) return 0
    return (await this.#arrivals.received(now, 1)).length === 0 ? 0 : left
  }
}
