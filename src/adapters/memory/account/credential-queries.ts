import type { KeyHolder } from '../../../domain/account/api-key.ts'
import { CredentialQueries } from '../../../ports/account/credential-queries.ts'
import type { MemoryStore } from '../store.ts'
import { holderOf } from './account-stores.ts'

export class MemoryCredentialQueries extends CredentialQueries {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async keyHolder(digest: string): Promise<KeyHolder | null> {
    const key = this.#store.keyByDigest(digest)
    return key === undefined ? null : holderOf(this.#store, key)
  }

  override async ingestTokenExists(digest: string): Promise<boolean> {
    return this.#store.tableByToken(digest) !== undefined
  }
}
