import type { Backlog } from '../../../domain/job/backlog.ts'
import { type LiveWorker, longestSilenceSeconds } from '../../../domain/job/live-worker.ts'
import type { Clock } from '../../../ports/clock.ts'
import { RuntimeStatus } from '../../../ports/job/runtime-status.ts'
import type { MemoryStore } from '../store.ts'
import { isQueued } from './job-status.ts'

export class MemoryRuntimeStatus extends RuntimeStatus {
  readonly #store: MemoryStore
  readonly #clock: Clock

  constructor(store: MemoryStore, clock: Clock) {
    super()
    this.#store = store
    this.#clock = clock
  }

  override async beat(workerId: string): Promise<void> {
    const now = this.#clock.now()
    const startedAt = this.#store.workers.get(workerId)?.startedAt ?? now
    this.#store.workers.set(workerId, { id: workerId, startedAt, lastSeenAt: now })
  }

  override async leave(workerId: string): Promise<void> {
    this.#store.workers.delete(workerId)
  }

  override async live(): Promise<readonly LiveWorker[]> {
    return liveWorkers(this.#store, this.#clock.now())
  }

  override async backlog(): Promise<Backlog> {
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

export function liveWorkers({ workers }: MemoryStore, now: Date): LiveWorker[] {
  return [...workers.values()]
    .filter(({ lastSeenAt }) => now.getTime() - lastSeenAt.getTime() < longestSilenceSeconds * 1000)
    .toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime() || (a.id < b.id ? -1 : 1))
}
