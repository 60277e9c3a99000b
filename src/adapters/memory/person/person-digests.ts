import { createSecretKey } from 'node:crypto'
import { PersonDigests } from '../../../ports/person/contact-rules.ts'
import { newDigestKey, personDigest } from '../../security/person-digest.ts'
import type { MemoryStore } from '../store.ts'

export class MemoryPersonDigests extends PersonDigests {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async of(organizationId: string, address: string): Promise<string> {
    const { digestKeys } = this.#store
    if (!digestKeys.has(organizationId)) digestKeys.set(organizationId, newDigestKey())
    return knownDigest(this.#store, organizationId, address) ?? ''
  }

  override async known(organizationId: string, address: string): Promise<string | null> {
    return knownDigest(this.#store, organizationId, address)
  }
}

export function knownDigest(store: MemoryStore, organizationId: string, address: string): string | null {
  const key = store.digestKeys.get(organizationId)
  return key === undefined ? null : personDigest(createSecretKey(Buffer.from(key, 'base64url')), address)
}
