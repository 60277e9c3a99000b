import { waitsEndedByOthers } from '../../../domain/job/mails-ahead.ts'
import { periodOf } from '../../../domain/plan/period.ts'
import type { ArrivalStore } from '../../../ports/arrival/arrivals.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { LastAppend, RestoredDatabase } from '../../../ports/job/restore/restored-database.ts'

export interface RestoredMoment {
  /** The moment to which the database was restored. Everything stored after it is lost. */
  readonly moment: Date
  /**
   * The milliseconds until the restore may process arrivals that were unfinished at the restored moment,
   * because a request could still be processing them. 0 if there are none.
   */
  readonly waitMs: number
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
const minArrivalAgeMs = 31_000

interface MissedJobsStarted {
  /** The number of jobs that were begun after the restore over records that no job had taken. */
  readonly begun: number
  /**
   * The ids of the spinners that must be paused after their open jobs are checked, because no job could be begun
   * for the records that lost jobs may have taken. A pause before that check would leave out the recipients of these
   * jobs.
   */
  readonly unprocessed: readonly string[]
  /** The number of jobs that were paused before the restore and stay paused. */
  readonly paused: number
}

interface FinishedRestore {
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

interface RestoreFinished {
  /** The total number of spinners that were paused because of the restore. */
  readonly held: number
  readonly lastAppends: readonly LastAppend[]
}

const lastAppendsReported = 20

/** The parts of the work that follows the restore of a database, in the order in which they are done. */
export class Restoration {
  readonly #database: RestoredDatabase
  readonly #arrivals: ArrivalStore
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(database: RestoredDatabase, arrivals: ArrivalStore, clock: Clock, ids: Ids) {
    this.#database = database
    this.#arrivals = arrivals
    this.#clock = clock
    this.#ids = ids
  }

  /**
   * Returns the moment to which the database was restored, or the reason why there is none. `recoveredTo` is the moment of
   * a recovery by PostgreSQL itself, which is recorded; null if a restored backup has recorded its moment.
   */
  async findMoment(recoveredTo: Date | null): Promise<RestoredMoment | NoRestoredMoment> {
    if ((await this.#database.connectedRuntimes()) > 0) return { obstacle: 'runtimesConnected' }
    if (recoveredTo !== null && (await this.#database.pending()) === null)
      await this.#database.noteRestored(recoveredTo)
    const moment = await this.#database.pending()
    if (moment === null) return { obstacle: 'notRestored', lastMoment: await this.#database.lastMoment() }
    return { moment, waitMs: await this.#waitMs(moment) }
  }

  /** Makes recipients and scheduled jobs due whose wait may have ended after the restored moment. */
  async makeDue(): Promise<void> {
    await this.#database.open(waitsEndedByOthers)
  }

  /**
   * Starts the jobs that lost triggers may have started after the restored moment, so that their recipients can
   * be marked as unconfirmed. Make the due automatic starts before.
   */
  async startMissedJobs(): Promise<MissedJobsStarted> {
    let begun = 0
    const unprocessed = [...(await this.#database.spinnersStillDue())]
    for (const untaken of await this.#database.untaken()) {
      const period = periodOf(this.#clock.realNow())
      if (await this.#database.take(untaken, this.#ids.next(), period)) begun++
      else unprocessed.push(untaken.spinnerId)
    }
    await this.#database.beginScheduled()
    return { begun, unprocessed, paused: await this.#database.pausedJobs() }
  }

  /** Pauses a job that could not be processed; otherwise it could send messages twice. */
  async pauseJob(jobId: string): Promise<void> {
    await this.#database.holdJob(jobId)
  }

  /** Records that the work is complete, so that runtimes may start. */
  async finish({ moment, holds, nothingLost, figures }: FinishedRestore): Promise<RestoreFinished> {
    if (!nothingLost) await this.#database.spendBudgets(moment)
    const held = figures.held + (holds ? await this.#database.holdSpinners() : 0)
    await this.#database.noteFinished({ ...figures, held, nothingLost })
    return { held, lastAppends: await this.#database.lastAppends(lastAppendsReported) }
  }

  async #waitMs(moment: Date): Promise<number> {
    const now = this.#clock.now()
    const waitMs = moment.getTime() + minArrivalAgeMs - now.getTime()
    if (waitMs <= 0) return 0
    return (await this.#arrivals.received(now, 1)).length === 0 ? 0 : waitMs
  }
}
