import { Pace } from '../../../ports/timers.ts'

/**
 * `MemoryPace` never pauses long work for requests at other processes, because data in memory belongs to one
 * process.
 */
export class MemoryPace extends Pace {
  override yieldToOthers(): Promise<void> {
    return Promise.resolve()
  }
}
