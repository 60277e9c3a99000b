import { noContactPolicy } from '../../../domain/person/contact-policy.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import type { MemoryStore } from '../store.ts'
import type { Writes } from '../writes.ts'
import { addressSlot, eventsWith, suppressionEvents } from './suppressions.ts'

/** Returns the stores of suppressions and contact policies for one transaction. */
export function personStores(
  store: MemoryStore,
  writes: Writes,
): Pick<Transaction, 'suppressions' | 'contactPolicies'> {
  return {
    suppressions: {
      add: async (suppression) => {
        const { organizationId, email } = suppression
        const noted = eventsWith(store, suppression)
        if (noted !== null) writes.put(store.suppressionEvents, addressSlot(organizationId, email), noted)
        const present = store.suppressionOf(organizationId, email)
        if (present === undefined) writes.put(store.suppressions, suppression.id, suppression)
        const isNew = present === undefined
        return { entry: present ?? suppression, isNew, isNewReason: noted !== null }
      },
      remove: async (organizationId, id, at) => {
        const entry = store.owned(store.suppressions, organizationId, id)
        if (entry === null) return null
        writes.drop(store.suppressions, entry.id)
        const lifted = { kind: 'lifted', at } as const
        const events = [lifted, ...suppressionEvents(store, organizationId, entry.email)]
        writes.put(store.suppressionEvents, addressSlot(organizationId, entry.email), events)
        return entry
      },
      digest: async ({ organizationId, email, digest }) => {
        writes.drop(store.suppressionEvents, addressSlot(organizationId, email))
        const entry = store.suppressionOf(organizationId, email)
        if (entry === undefined) return false
        const { id, reason, createdAt } = entry
        const slot = `${organizationId} ${digest}`
        writes.drop(store.suppressions, id)
        if (!store.digestedSuppressions.has(slot))
          writes.put(store.digestedSuppressions, slot, { reason, createdAt })
        return true
      },
      digested: async (organizationId, digest) =>
        store.digestedSuppressions.get(`${organizationId} ${digest}`) ?? null,
      removeDigest: async (organizationId, digest) =>
        writes.drop(store.digestedSuppressions, `${organizationId} ${digest}`),
    },
    contactPolicies: {
      of: async (organizationId) => store.contactPolicies.get(organizationId) ?? noContactPolicy,
      set: async (organizationId, policy) => writes.put(store.contactPolicies, organizationId, policy),
    },
  }
}
