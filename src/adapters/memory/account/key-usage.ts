import { KeyUsage } from '../../../ports/account/key-usage.ts'
import type { MemoryStore } from '../store.ts'

export class MemoryKeyUsage extends KeyUsage {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override note(digest: string, at: Date): void {
    const key = this.#store.keyByDigest(digest)
    if (key !== undefined)
      this.#store.keyUses.set(key.id, new Date(Math.floor(at.getTime() / 60_000) * 60_000))
  }
}
