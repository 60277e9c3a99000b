import type { VirtualClock } from './virtual-clock.ts'

/** One line for each event of a run: when, what, to whom, with what outcome. */
export class Story {
  readonly lines: string[] = []
  readonly #clock: VirtualClock

  constructor(clock: VirtualClock) {
    this.#clock = clock
  }

  tell(event: string): void {
    this.lines.push(`${this.#clock.now().toISOString()}  ${event}`)
  }
}
