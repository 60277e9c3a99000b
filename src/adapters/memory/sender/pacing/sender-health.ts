import {
  type HealthNote,
  SenderHealth,
  type UndeliveredMessage,
} from '../../../../ports/sender/pacing/sender-health.ts'
import type { MemoryStore } from '../../store.ts'
import { giveBack, noteHealth } from './sender-breakers.ts'

export class MemorySenderHealth extends SenderHealth {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async note(note: HealthNote): Promise<boolean> {
    return noteHealth(this.#store, note)
  }

  override async giveBack(message: UndeliveredMessage): Promise<void> {
    giveBack(this.#store, message)
  }
}
