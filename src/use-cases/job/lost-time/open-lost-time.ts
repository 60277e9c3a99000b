import { waitsEndedByOthers } from '../../../domain/job/lost-time.ts'
import type { LostTime } from '../../../ports/job/lost-time/lost-time.ts'

/** Lets everything be met that may have gone on since the moment that was restored. */
export class OpenLostTime {
  readonly #lostTime: LostTime

  constructor(lostTime: LostTime) {
    this.#lostTime = lostTime
  }

  async execute(): Promise<void> {
    await this.#lostTime.open(waitsEndedByOthers)
  }
}
