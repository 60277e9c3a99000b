import type { AuditStore } from '../../ports/account/audit.ts'
import { partOf } from './part-of.ts'
import type { MemoryStore } from './store.ts'

/** Returns the audit log of the kernel, which filters by organization and action alone and has one page. */
export function auditStoreIn(store: MemoryStore): AuditStore {
  return partOf<AuditStore>({
    list: async ({ organizationId, action }) => {
      const items = [...store.auditEntries.values()].filter(
        (entry) =>
          (organizationId === null || entry.organizationId === organizationId) &&
          entry.action.startsWith(action ?? ''),
      )
      return { items: items.toSorted((a, b) => (a.id < b.id ? 1 : -1)), next: null }
    },
  })
}
