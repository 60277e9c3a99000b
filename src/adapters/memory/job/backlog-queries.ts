import type { Backlog } from '../../../domain/job/backlog.ts'
import type { Clock } from '../../../ports/clock.ts'
import { BacklogQueries } from '../../../ports/job/backlog-queries.ts'
import type { MemoryStore } from '../store.ts'
import { isQueued } from './job-status.ts'
import { liveWorkers } from './runtime-presence.ts'

export class MemoryBacklogQueries extends BacklogQueries {
  readonly #store: MemoryStore
  readonly #clock: Clock

  constructor(store: MemoryStore, clock: Clock) {
    super()
    this.#store = store
    this.#clock = clock
  }

  override async read(): Promise<Backlog> {
    const now = this.#clock.now()
    const jobs = [...this.#store.jobs.values()]
    const queued = jobs.filter((job) => isQueued(job, now))
    const running = new Set(jobs.filter(({ status }) => status === 'running').map(({ id }) => id))
    const due = [...this.#store.slices.values()].filter(
      ({ jobId, closed, dueAt, lease }) =>
        running.has(jobId) && !closed && dueAt <= now && (lease === null || lease.until <= now),
    )
    const since = [...queued.map(({ createdAt }) => createdAt), ...due.map(({ dueAt }) => dueAt)]
    return {
      queuedJobs: queued.length,
      runningJobs: running.size,
      scheduledJobs: jobs.filter(({ status }) => status === 'queued').length - queued.length,
      pausedJobs: jobs.filter(({ status }) => status === 'paused').length,
      dueSlices: due.length,
      oldestDueSeconds: Math.max(0, ...since.map((at) => (now.getTime() - at.getTime()) / 1000)),
      liveWorkers: liveWorkers(this.#store, now).length,
    }
  }
}
