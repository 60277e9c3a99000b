import type { RehearsedWish, Rehearser } from './rehearser.ts'

export interface StartRehearsalCommand {
  readonly organizationId: string
  readonly spinnerId: string
  readonly draft: boolean
  readonly wish: RehearsedWish
  readonly wishDigest: string
}

/** Begins a rehearsal that goes on after the answer; it takes the place of one of the same spinner. */
export class StartRehearsal {
  readonly #rehearser: Rehearser

  constructor(rehearser: Rehearser) {
    this.#rehearser = rehearser
  }

  /** The promise is of its end, which nobody need wait for. */
  async execute(
    command: StartRehearsalCommand,
  ): Promise<{ readonly id: string; readonly end: Promise<void> }> {
    const open = await this.#rehearser.open({ ...command, supersedes: true })
    // What went wrong stands where the result would.
    const end = this.#rehearser.run(open, null).then(
      () => {},
      () => {},
    )
    return { id: open.id, end }
  }
}
