import type { RuntimeStatus } from '../../ports/job/runtime-status.ts'

/** Records that a runtime process is alive, at its start and every few seconds. */
export class AnnounceWorker {
  readonly #runtime: RuntimeStatus

  constructor(runtime: RuntimeStatus) {
    this.#runtime = runtime
  }

  execute(workerId: string): Promise<void> {
    return this.#runtime.beat(workerId)
  }
}
