import { Pace } from '../../../ports/job/pace.ts'

/** One process serves all requests one after the other, so there is nothing to give way to. */
export class MemoryPace extends Pace {
  override giveWay(): Promise<void> {
    return Promise.resolve()
  }
}
