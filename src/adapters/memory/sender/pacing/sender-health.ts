import { type HealthNote, SenderHealth } from '../../../../ports/sender/pacing/sender-health.ts'
import type { MemoryStore } from '../../store.ts'
import { noteHealth } from './sender-breakers.ts'

export class MemorySenderHealth extends SenderHealth {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async note(note: HealthNote): Promise<boolean> {
    return noteHealth(this.#store, note)
  }
}
