import type { KeyHolder } from '../../../domain/account/api-keys/api-key.ts'
import type { Caller, RequestRates } from '../../../domain/account/api-keys/caller.ts'
import { CredentialQueries } from '../../../ports/account/credential-queries.ts'
import type { MemoryStore } from '../store.ts'
import { holderOf } from './account-stores.ts'

export class MemoryCredentialQueries extends CredentialQueries {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async keyHolder(digest: string): Promise<(KeyHolder & { readonly rates: RequestRates }) | null> {
    const key = this.#store.keyByDigest(digest)
    if (key === undefined) return null
    const rates = { credential: key.requestsPerSecond, organization: this.#rateOf(key.organizationId) }
    return { ...holderOf(this.#store, key), rates }
  }

  override async tokenHolder(digest: string, now: Date): Promise<Caller | null> {
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
