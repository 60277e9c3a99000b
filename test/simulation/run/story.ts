import type { VirtualClock } from './virtual-clock.ts'

/** The log ("story") of a simulation run, with one line for each event: time, event, person and outcome. */
export class Story {
  readonly lines: string[] = []
  readonly #clock: VirtualClock

  constructor(clock: VirtualClock) {
    this.#clock = clock
  }

  tell(event: string): void {
    this.lines.push(`${this.#clock.realNow().toISOString()}  ${event}`)
  }
}
