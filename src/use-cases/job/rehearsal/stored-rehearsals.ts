import { rehearsalStoredSeconds } from '../../../domain/job/rehearsal/rehearsal.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Rehearsals } from '../../../ports/job/rehearsal/rehearsals.ts'
import type { OpenRehearsal, RehearsalRequest, Rehearser } from './rehearser.ts'

export interface StartRehearsalCommand {
  readonly organizationId: string
  readonly spinnerId: string
  readonly draft: boolean
  readonly request: RehearsalRequest
}

/** Rehearsals that continue after the response was sent, and whose results are stored for a time. */
export class StoredRehearsals {
  readonly #rehearser: Rehearser
  readonly #rehearsals: Rehearsals
  readonly #clock: Clock

  constructor(rehearser: Rehearser, rehearsals: Rehearsals, clock: Clock) {
    this.#rehearser = rehearser
    this.#rehearsals = rehearsals
    this.#clock = clock
  }

  /**
   * Stores a rehearsal and starts it. It replaces a running rehearsal of the same spinner. Returns its id, and a
   * promise of its end that the caller need not await.
   */
  async start(command: StartRehearsalCommand): Promise<{ readonly id: string; readonly end: Promise<void> }> {
    const open = await this.#rehearser.open({ ...command, supersedes: true, most: null })
    return { id: open.id, end: this.#run(open) }
  }

  /** Runs a rehearsal to its end. An error of the rehearsal is stored and not thrown. */
  async #run(open: OpenRehearsal): Promise<void> {
    await this.#rehearser.run(open, null).catch(() => null)
  }

  /** Deletes stored rehearsals after their retention time. */
  async deleteOld(signal: AbortSignal): Promise<void> {
    const before = new Date(this.#clock.now().getTime() - rehearsalStoredSeconds * 1000)
    while (!signal.aborted && (await this.#rehearsals.forget(before)));
  }
}
