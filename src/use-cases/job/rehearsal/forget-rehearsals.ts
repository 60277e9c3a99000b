import { rehearsalKeptSeconds } from '../../../domain/job/rehearsal/rehearsal.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Rehearsals } from '../../../ports/job/rehearsal/rehearsals.ts'

/** Deletes stored rehearsals after their retention time. */
export class ForgetRehearsals {
  readonly #rehearsals: Rehearsals
  readonly #clock: Clock

  constructor(rehearsals: Rehearsals, clock: Clock) {
    this.#rehearsals = rehearsals
    this.#clock = clock
  }

  async execute(signal: AbortSignal): Promise<void> {
    const before = new Date(this.#clock.now().getTime() - rehearsalKeptSeconds * 1000)
    while (!signal.aborted && (await this.#rehearsals.forget(before)));
  }
}
