import type { OpenRehearsal, RehearsalRequest, Rehearser } from './rehearser.ts'

export interface StartRehearsalCommand {
  readonly organizationId: string
  readonly spinnerId: string
  readonly draft: boolean
  readonly request: RehearsalRequest
}

/**
 * Starts a rehearsal that continues after the response was sent. It replaces a running rehearsal of the same
 * spinner.
 */
export class StartRehearsal {
  readonly #rehearser: Rehearser

  constructor(rehearser: Rehearser) {
    this.#rehearser = rehearser
  }

  /**
   * Stores a rehearsal and starts it. Returns its id, and a promise of its end that the caller need not
   * await.
   */
  async execute(
    command: StartRehearsalCommand,
  ): Promise<{ readonly id: string; readonly end: Promise<void> }> {
    const open = await this.#rehearser.open({ ...command, supersedes: true, most: null })
    return { id: open.id, end: this.#run(open) }
  }

  /** Runs a rehearsal to its end. An error of the rehearsal is stored and not thrown. */
  async #run(open: OpenRehearsal): Promise<void> {
    await this.#rehearser.run(open, null).catch(() => null)
  }
}
