import { periodOf } from '../../../domain/plan/period.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { LostTime } from '../../../ports/job/lost-time/lost-time.ts'

export interface LostJobsBegun {
  /** The number of jobs begun over records that no job had taken. */
  readonly begun: number
  /**
   * The number of spinners paused because lost jobs may have taken their records and no job could be begun
   * for them.
   */
  readonly held: number
  /** The number of jobs that were paused before the restore and stay paused. */
  readonly paused: number
}

/**
 * Begins the jobs that may have been begun after the restored moment, so that their possible recipients can
 * be put in doubt. Spinners that start by themselves must be started before.
 */
export class BeginLostJobs {
  readonly #lostTime: LostTime
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(lostTime: LostTime, clock: Clock, ids: Ids) {
    this.#lostTime = lostTime
    this.#clock = clock
    this.#ids = ids
  }

  async execute(): Promise<LostJobsBegun> {
    let [begun, held] = [0, 0]
    for (const spinnerId of await this.#lostTime.spinnersStillDue())
      held += await this.#lostTime.holdSpinner(spinnerId)
    for (const untaken of await this.#lostTime.untaken()) {
      const period = periodOf(this.#clock.now())
      if (await this.#lostTime.take(untaken, this.#ids.next(), period)) begun++
      else held += await this.#lostTime.holdSpinner(untaken.spinnerId)
    }
    await this.#lostTime.beginScheduled()
    return { begun, held, paused: await this.#lostTime.pausedJobs() }
  }
}
