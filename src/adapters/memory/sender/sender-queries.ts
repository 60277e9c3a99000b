import type { Page, PageOf } from '../../../domain/page.ts'
import { SenderQueries, type SenderView } from '../../../ports/sender/senders.ts'
import { itemsOf, pageById } from '../pages.ts'
import type { MemoryStore } from '../store.ts'

export class MemorySenderQueries extends SenderQueries {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async list(organizationId: string, page: Page): Promise<PageOf<SenderView>> {
    const all = [...this.#store.senders.values()]
    const found = pageById(all, page, (sender) => sender.organizationId === organizationId)
    return itemsOf(found, (sender) => ({ ...sender, usedToday: 0 }))
  }

  override async find(organizationId: string, id: string): Promise<SenderView | null> {
    const sender = this.#store.owned(this.#store.senders, organizationId, id)
    return sender && { ...sender, usedToday: 0 }
  }
}
