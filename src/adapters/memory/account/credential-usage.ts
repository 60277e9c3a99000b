import { CredentialUsage } from '../../../ports/account/credential-usage.ts'
import type { MemoryStore } from '../store.ts'

export class MemoryCredentialUsage extends CredentialUsage {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override noteKey(digest: string, at: Date): void {
    const key = this.#store.keyByDigest(digest)
    if (key === undefined) return
    const before = this.#store.keyUses.get(key.id)
    if (before === undefined || before < minuteOf(at)) this.#store.keyUses.set(key.id, minuteOf(at))
  }

  override noteSession(sessionId: string, at: Date): void {
    const session = this.#store.sessions.get(sessionId)
    if (session === undefined || session.seenAt >= minuteOf(at)) return
    this.#store.sessions.set(sessionId, { ...session, seenAt: minuteOf(at) })
  }
}

const minuteOf = (at: Date) => new Date(Math.floor(at.getTime() / 60_000) * 60_000)
