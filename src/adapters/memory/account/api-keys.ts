import type { ApiKey, ApiKeyView, NamedKeyHolder } from '../../../domain/account/api-keys/api-key.ts'
import type { CallerAccess, RequestRates } from '../../../domain/account/api-keys/caller-access.ts'
import { type KeyRefusal, mostKeyRefusals } from '../../../domain/account/api-keys/key-refusal.ts'
import type { Page, PageOf } from '../../../domain/page.ts'
import { ApiKeys } from '../../../ports/account/api-keys.ts'
import { omitFields } from '../omit-fields.ts'
import { itemsOf, pageById } from '../pages.ts'
import type { MemoryStore } from '../store.ts'
import { holderOf } from './account-stores.ts'
import { minuteOf } from './accounts.ts'

export class MemoryApiKeys extends ApiKeys {
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
    return { ...omitFields(key, 'digest'), lastUsedAt: this.#store.keyUses.get(key.id) ?? null }
  }

  override noteUse(digest: string, at: Date): void {
    const key = this.#store.keyByDigest(digest)
    if (key === undefined) return
    const before = this.#store.keyUses.get(key.id)
    if (before === undefined || before < minuteOf(at)) this.#store.keyUses.set(key.id, minuteOf(at))
  }

  override noteRefusal(digest: string, refusal: KeyRefusal): void {
    const key = this.#store.keyByDigest(digest)
    if (key === undefined) return
    const latest = [refusal, ...(this.#store.keyRefusals.get(key.id) ?? [])]
    this.#store.keyRefusals.set(key.id, latest.slice(0, mostKeyRefusals))
  }

  override async refusals(organizationId: string, id: string): Promise<readonly KeyRefusal[]> {
    const key = this.#store.owned(this.#store.apiKeys, organizationId, id)
    const refusals = key === null ? [] : (this.#store.keyRefusals.get(key.id) ?? [])
    return refusals.toSorted((a, b) => b.at.getTime() - a.at.getTime())
  }

  override async keyHolder(
    digest: string,
  ): Promise<(NamedKeyHolder & { readonly rates: RequestRates }) | null> {
    const key = this.#store.keyByDigest(digest)
    if (key === undefined) return null
    const rates = { credential: key.requestsPerSecond, organization: this.#rateOf(key.organizationId) }
    return { ...holderOf(this.#store, key), name: key.name, projectIds: key.projectIds, rates }
  }

  override async tokenHolder(digest: string, now: Date): Promise<CallerAccess | null> {
    const table = this.#store.tableByToken(digest, now)
    if (table === undefined) return null
    const { organizationId } = table
    const rates = { credential: null, organization: this.#rateOf(organizationId) }
    return { organizationId, scopes: ['ingest'], rates }
  }

  #rateOf(organizationId: string): number | null {
    return this.#store.planOf(organizationId).limits.requestsPerSecond
  }
}
