import type { RuntimePresence } from '../../ports/job/runtime-presence.ts'

/** A runtime process that stops in good order takes its leave, so that nobody counts on it any more. */
export class DismissWorker {
  readonly #presence: RuntimePresence

  constructor(presence: RuntimePresence) {
    this.#presence = presence
  }

  execute(workerId: string): Promise<void> {
    return this.#presence.leave(workerId)
  }
}
