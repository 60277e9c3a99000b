import { Pace } from '../../../ports/timers.ts'

/** `MemoryPace` does not wait, because one process serves all requests one after the other. */
export class MemoryPace extends Pace {
  override yieldToOthers(): Promise<void> {
    return Promise.resolve()
  }
}
