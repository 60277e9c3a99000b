import { Wakeups } from '../../../ports/job/wakeups.ts'
import type { MemoryStore } from '../store.ts'

export class MemoryWakeups extends Wakeups {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async ask(organizationIds: readonly string[]): Promise<void> {
    this.#store.askTurns(organizationIds)
  }
}
