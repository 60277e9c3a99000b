import type { RuntimePresence } from '../../ports/job/runtime-presence.ts'

/** Removes a worker process that stops normally, so that the service reports no worker that does not run. */
export class DismissWorker {
  readonly #presence: RuntimePresence

  constructor(presence: RuntimePresence) {
    this.#presence = presence
  }

  execute(workerId: string): Promise<void> {
    return this.#presence.leave(workerId)
  }
}
