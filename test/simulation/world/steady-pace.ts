import { Pace } from '../../../src/ports/timers.ts'

/** Long work of the simulation never pauses, because a pause depends on the time that it has taken. */
export class SteadyPace extends Pace {
  override pauseForRequests(): Promise<void> {
    return Promise.resolve()
  }
}
