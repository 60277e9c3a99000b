import type { RuntimePresence } from '../../ports/job/runtime-presence.ts'

/** Removes a runtime process that stops normally, so that jobs do not look attended without it. */
export class DismissWorker {
  readonly #presence: RuntimePresence

  constructor(presence: RuntimePresence) {
    this.#presence = presence
  }

  execute(workerId: string): Promise<void> {
    return this.#presence.leave(workerId)
  }
}
