import { SessionUsage } from '../../../ports/account/session-usage.ts'
import type { MemoryStore } from '../store.ts'

export class MemorySessionUsage extends SessionUsage {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override note(sessionId: string, at: Date): void {
    const session = this.#store.sessions.get(sessionId)
    const inMinute = new Date(Math.floor(at.getTime() / 60_000) * 60_000)
    if (session === undefined || session.seenAt >= inMinute) return
    this.#store.sessions.set(sessionId, { ...session, seenAt: inMinute })
  }
}
