import { type ContactPolicy, noContactPolicy } from '../../../domain/person/contact-policy.ts'
import { ContactPolicies } from '../../../ports/person/contact-rules.ts'
import type { MemoryStore } from '../store.ts'

export class MemoryContactPolicies extends ContactPolicies {
  readonly #store: MemoryStore

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override async of(organizationId: string): Promise<ContactPolicy> {
    return this.#store.contactPolicies.get(organizationId) ?? noContactPolicy
  }
}
