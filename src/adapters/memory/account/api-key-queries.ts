import type { ApiKey, ApiKeyView } from '../../../domain/account/api-keys/api-key.ts'
import type { Page, PageOf } from '../../../domain/page.ts'
import { ApiKeyQueries } from '../../../ports/account/api-keys.ts'
import { itemsOf, pageById } from '../pages.ts'
import type { MemoryStore } from '../store.ts'
import { without } from '../without.ts'

export class MemoryApiKeyQueries extends ApiKeyQueries {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async list(organizationId: string, page: Page): Promise<PageOf<ApiKeyView>> {
    const belongs = (key: ApiKey) => key.organizationId === organizationId
    return itemsOf(pageById(this.#store.apiKeys.values(), page, belongs), (key) => this.#view(key))
  }

  override async find(organizationId: string, id: string): Promise<ApiKeyView | null> {
    const key = this.#store.owned(this.#store.apiKeys, organizationId, id)
    return key === null ? null : this.#view(key)
  }

  #view(key: ApiKey): ApiKeyView {
    return { ...without(key, 'digest'), lastUsedAt: this.#store.keyUses.get(key.id) ?? null }
  }
}
