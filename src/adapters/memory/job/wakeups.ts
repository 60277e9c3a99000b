import type { Clock } from '../../../ports/clock.ts'
import { Wakeups } from '../../../ports/job/wakeups.ts'
import type { MemoryStore } from '../store.ts'

export class MemoryWakeups extends Wakeups {
  readonly #store: MemoryStore
  readonly #clock: Clock

  constructor(store: MemoryStore, clock: Clock) {
    super()
    this.#store = store
    this.#clock = clock
  }

  override async wake(jobIds: readonly string[], inSeconds = 0): Promise<void> {
    const at = new Date(this.#clock.now().getTime() + inSeconds * 1000)
    this.#store.wakeups.push(...jobIds.map((jobId) => ({ jobId, at })))
  }

  override async remind(jobIds: readonly string[]): Promise<void> {
    const waiting = new Set(this.#store.wakeups.map(({ jobId }) => jobId))
    await this.wake([...new Set(jobIds)].filter((jobId) => !waiting.has(jobId)))
  }
}
