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
    if (key === undefined) return
    const inMinute = new Date(Math.floor(at.getTime() / 60_000) * 60_000)
    const before = this.#store.keyUses.get(key.id)
    if (before === undefined || before < inMinute) this.#store.keyUses.set(key.id, inMinute)
  }
}
