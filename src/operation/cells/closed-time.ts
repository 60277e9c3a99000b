import { MoveRefused } from '../../adapters/postgres/cell/move-refused.ts'

/**
 * Milliseconds that are reserved for the switch to the other cell, at the end of the time in which the moving
 * organization's requests are refused.
 */
const switchMs = 500

/**
 * `ClosedTime` measures how long requests of a moving organization have been refused, from the moment at
 * which the organization was closed.
 */
export class ClosedTime {
  readonly #maxMs: number
  #since = 0

  constructor(seconds: number) {
    this.#maxMs = seconds * 1000
  }

  begin(): void {
    this.#since = performance.now()
  }

  get ms(): number {
    return performance.now() - this.#since
  }

  /**
   * Whether more than half of the time is used up in which a moving organization's requests may be refused.
   * The later steps of the move need the other half.
   */
  get isHalfOver(): boolean {
    return this.ms > this.#maxMs / 2
  }

  assertLeft(): void {
    if (this.ms > this.#maxMs - switchMs) throw closedTooLong()
  }
}

export function closedTooLong(): MoveRefused {
  return new MoveRefused(
    'The latest data could not be copied in the time for which requests may be refused. Nothing was moved, and the organization continues here. Run this again at a time with less load, or with more --refused-seconds.',
  )
}
