import type { HeardStore } from '../../../ports/sender/heard-store.ts'
import type { MemoryStore } from '../store.ts'
import type { Writes } from '../writes.ts'

/** What was heard, in one transaction. */
export function heardStore(store: MemoryStore, writes: Writes): HeardStore {
  return {
    enter: async (entry) => {
      const slot = heardSlot(entry)
      if (store.heard.has(slot)) return false
      writes.put(store.heard, slot, { ...entry, outcome: 'noted' })
      return true
    },
    note: async (entry, outcome) => writes.put(store.heard, heardSlot(entry), { ...entry, outcome }),
    hasJob: async (organizationId, jobId) => store.jobs.get(jobId)?.organizationId === organizationId,
    sentAs: async () => null,
    lastWrittenTo: async (organizationId, address, since) => {
      const [last] = [...store.contacts.values()]
        .filter((one) => one.organizationId === organizationId && one.address === address && one.at > since)
        .toSorted((a, b) => b.at.getTime() - a.at.getTime())
      if (last === undefined) return null
      const { jobId, slice, recordId } = last
      return { jobId, slice, recordId }
    },
    wentTo: async (organizationId, address, { jobId, recordId }) =>
      [...store.contacts.values()].some(
        (one) =>
          one.organizationId === organizationId &&
          one.address === address &&
          one.recordId === recordId &&
          (one.jobId === jobId || one.rootJobId === jobId),
      ),
  }
}

const heardSlot = ({
  organizationId,
  key,
}: {
  readonly organizationId: string
  readonly key: string
}): string => `${organizationId} ${key}`
