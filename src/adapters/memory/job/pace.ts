import { Pace } from '../../../ports/job/pace.ts'

/** One process serves everybody, in turn. */
export class MemoryPace extends Pace {
  override giveWay(): Promise<void> {
    return Promise.resolve()
  }
}
