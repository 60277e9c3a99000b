import type { RuntimePresence } from '../../ports/job/runtime-presence.ts'

/** Records that a runtime process is alive, at its start and every few seconds. */
export class AnnounceWorker {
  readonly #presence: RuntimePresence

  constructor(presence: RuntimePresence) {
    this.#presence = presence
  }

  execute(workerId: string): Promise<void> {
    return this.#presence.beat(workerId)
  }
}
