import type { ArrivalStore } from '../../../ports/arrival/arrivals.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { RestoredDatabase } from '../../../ports/job/restore/restored-database.ts'

export interface RestoredMoment {
  /** The moment to which the database was restored. Everything stored after it is lost. */
  readonly moment: Date
  /**
   * The milliseconds until the restore may process arrivals that were unfinished at the restored moment,
   * because a request could still be processing them. 0 if there are none.
   */
  readonly restsForMs: number
}

/**
 * The reason why the work after a restore cannot begin: runtimes are connected, or the database was not
 * restored.
 */
export type NoRestoredMoment =
  | { readonly obstacle: 'runtimesConnected' }
  | { readonly obstacle: 'notRestored'; readonly lastMoment: Date | null }

/**
 * The age in milliseconds from which a restore may process an arrival that was received but not finished. It is
 * longer than the age after which `FinishArrivals` takes such an arrival.
 */
const arrivalsLeftAloneMs = 31_000

/**
 * Finds the moment to which the database was restored. If none is recorded, records the moment that the
 * operator names.
 */
export class FindRestoredMoment {
  readonly #restorations: RestoredDatabase
  readonly #arrivals: ArrivalStore
  readonly #clock: Clock

  constructor(restorations: RestoredDatabase, arrivals: ArrivalStore, clock: Clock) {
    this.#restorations = restorations
    this.#arrivals = arrivals
    this.#clock = clock
  }

  /**
   * Returns the restored moment, or the reason why there is none. `recoveredTo` is the moment of a recovery
   * by PostgreSQL itself; null if a restored backup has recorded its moment.
   */
  async execute(recoveredTo: Date | null): Promise<RestoredMoment | NoRestoredMoment> {
    if ((await this.#restorations.connectedRuntimes()) > 0) return { obstacle: 'runtimesConnected' }
    if (recoveredTo !== null && (await this.#restorations.pending()) === null)
      await this.#restorations.noteRestored(recoveredTo)
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
