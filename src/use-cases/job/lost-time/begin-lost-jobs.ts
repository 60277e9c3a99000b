import { periodOf } from '../../../domain/plan/period.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Ids } from '../../../ports/ids.ts'
import type { LostTime } from '../../../ports/job/lost-time/lost-time.ts'

export interface LostJobsBegun {
  /** Jobs that were begun over what no job had taken. */
  readonly begun: number
  /** Spinners that were paused, because what they would take may have been taken and no job could say so. */
  readonly held: number
  /** Jobs that were paused before, and stay so. */
  readonly paused: number
}

/**
 * Begins the jobs that may have been begun since the moment that was restored, so that whom they may have written to
 * can be put in doubt. What starts by itself has to be started before.
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
