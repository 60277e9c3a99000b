import { periodOf } from '../../../domain/plan/period.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { RestoredDatabase } from '../../../ports/job/restore/restored-database.ts'

export interface MissedJobsStarted {
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

/**
 * Starts the jobs that lost triggers may have started after the restored moment, so that their recipients can
 * be marked as unconfirmed. Make the due automatic starts before.
 */
export class StartMissedJobs {
  readonly #restoredDatabase: RestoredDatabase
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(restoredDatabase: RestoredDatabase, clock: Clock, ids: Ids) {
    this.#restoredDatabase = restoredDatabase
    this.#clock = clock
    this.#ids = ids
  }

  async execute(): Promise<MissedJobsStarted> {
    let begun = 0
    const unprocessed = [...(await this.#restoredDatabase.spinnersStillDue())]
    for (const untaken of await this.#restoredDatabase.untaken()) {
      const period = periodOf(this.#clock.realNow())
      if (await this.#restoredDatabase.take(untaken, this.#ids.next(), period)) begun++
      else unprocessed.push(untaken.spinnerId)
    }
    await this.#restoredDatabase.beginScheduled()
    return { begun, unprocessed, paused: await this.#restoredDatabase.pausedJobs() }
  }
}
