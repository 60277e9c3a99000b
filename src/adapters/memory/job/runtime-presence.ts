import { type LiveWorker, longestSilenceSeconds } from '../../../domain/job/live-worker.ts'
import type { Clock } from '../../../ports/clock.ts'
import { RuntimePresence } from '../../../ports/job/runtime-presence.ts'
import type { MemoryStore } from '../store.ts'

export class MemoryRuntimePresence extends RuntimePresence {
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
}

export function liveWorkers({ workers }: MemoryStore, now: Date): LiveWorker[] {
  return [...workers.values()]
    .filter(({ lastSeenAt }) => now.getTime() - lastSeenAt.getTime() < longestSilenceSeconds * 1000)
    .toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime() || (a.id < b.id ? -1 : 1))
}
