import type { Clock } from '../../ports/clock.ts'
import type { ThreadStore } from '../../ports/conversation/threads.ts'
import type { JobStore } from '../../ports/job/jobs.ts'
import type { MessageLog } from '../../ports/sender/message/message-log.ts'

export class ClearEndedJobsOptions {
  /** The number of days for which the recipients of a job are kept after its end; 0 keeps them for ever. */
  readonly retentionDays: number

  constructor(retentionDays: number) {
    this.retentionDays = retentionDays
  }
}

const dayMs = 24 * 60 * 60 * 1000

/**
 * Deletes the recipients and captured messages of jobs after their retention time, and logged messages after
 * it. Deletes the bodies of logged messages and the mails of threads after the days that their organization chose. Each commit is small enough
 * not to delay requests.
 */
export class ClearEndedJobs {
  readonly #jobs: JobStore
  readonly #messageLog: MessageLog
  readonly #threads: ThreadStore
  readonly #clock: Clock
  readonly #options: ClearEndedJobsOptions

  constructor(
    jobs: JobStore,
    messageLog: MessageLog,
    threads: ThreadStore,
    clock: Clock,
    options: ClearEndedJobsOptions,
  ) {
    this.#jobs = jobs
    this.#messageLog = messageLog
    this.#threads = threads
    this.#clock = clock
    this.#options = options
  }

  async execute(signal: AbortSignal): Promise<void> {
    const { retentionDays } = this.#options
    const now = this.#clock.now()
    await this.#messageLog.clearBodies(now, signal)
    await this.#threads.clear(retentionDays === 0 ? null : retentionDays, now, signal)
    if (retentionDays === 0) return
    const before = new Date(now.getTime() - retentionDays * dayMs)
    while (!signal.aborted && (await this.#jobs.clearEnded(before)));
    await this.#messageLog.clear(before, now, signal)
  }
}
