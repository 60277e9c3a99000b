import type { RuntimeStatus } from '../../ports/job/runtime-status.ts'

/** Removes a worker process that stops normally, so that the service reports no worker that does not run. */
export class DismissWorker {
  readonly #runtime: RuntimeStatus

  constructor(runtime: RuntimeStatus) {
    this.#runtime = runtime
  }

  execute(workerId: string): Promise<void> {
    return this.#runtime.leave(workerId)
  }
}
