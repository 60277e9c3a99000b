import {
  ProviderMessageIds,
  type ReadMessageId,
  type UnreadMessage,
} from '../../../../ports/sender/message/provider-message-ids.ts'
import type { MemoryStore } from '../../store.ts'

export class MemoryProviderMessageIds extends ProviderMessageIds {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async due(senderId: string, most: number): Promise<readonly UnreadMessage[]> {
    const unread = [...this.#store.messages.values()]
      .filter((one) => one.senderId === senderId && one.readsId)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const newest = Math.floor(most / 2)
    return unread
      .filter((_, place) => place < most - newest || place >= unread.length - newest)
      .flatMap(({ id, messageId, providerId, address, createdAt }) =>
        messageId === null ? [] : [{ id, messageId, providerId, address, createdAt }],
      )
  }

  override async keep(ids: readonly ReadMessageId[]): Promise<void> {
    for (const [slot, message] of this.#store.messages) {
      const read = ids.find(({ id }) => id === message.id)
      if (read === undefined || !message.readsId) continue
      this.#store.messages.set(slot, {
        ...message,
        readsId: false,
        providerMessageId: read.providerMessageId,
        providerId: message.providerId ?? read.providerId,
        providerThread: message.providerThread ?? read.providerThread,
      })
    }
  }
}
