import { waitsEndedByOthers } from '../../../domain/job/lost-time.ts'
import type { LostTime } from '../../../ports/job/lost-time/lost-time.ts'

/** Makes everything due that may have continued after the restored moment. */
export class OpenLostTime {
  readonly #lostTime: LostTime

  constructor(lostTime: LostTime) {
    this.#lostTime = lostTime
  }

  async execute(): Promise<void> {
    await this.#lostTime.open(waitsEndedByOthers)
  }
}
