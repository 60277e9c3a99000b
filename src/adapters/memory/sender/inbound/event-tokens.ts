import type { EventProvider } from '../../../../domain/sender/inbound/event-provider.ts'
import { type EventToken, EventTokens } from '../../../../ports/sender/inbound/event-tokens.ts'
import type { MemoryStore } from '../../store.ts'

export class MemoryEventTokens extends EventTokens {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async organizationOf(provider: EventProvider, digest: string): Promise<string | null> {
    const all = [...this.#store.eventTokens.values()]
    return all.find((one) => one.provider === provider && one.digest === digest)?.organizationId ?? null
  }

  override async list(organizationId: string): Promise<readonly EventToken[]> {
    return [...this.#store.eventTokens.values()]
      .filter((one) => one.organizationId === organizationId)
      .toSorted((a, b) => (a.provider < b.provider ? -1 : 1))
  }
}
