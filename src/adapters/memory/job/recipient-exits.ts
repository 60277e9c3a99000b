import type { JobStore } from '../../../ports/job/jobs.ts'
import { isActiveContact } from '../person/contacts.ts'
import type { MemoryStore, StoredContact } from '../store.ts'
import type { Writes } from '../writes.ts'
import { canBeRetried } from './can-be-retried.ts'
import { stopRecipient } from './slices/exits.ts'

/** Returns the methods of the job store that stop or hold recipients, for one transaction. */
export function recipientExits(
  store: MemoryStore,
  writes: Writes,
  now: () => Date,
): Pick<JobStore, 'stopRecipient' | 'stopPerson'> {
  return {
    stopRecipient: async (organizationId, place, { exit, ...leaving }) =>
      stopRecipient(store, writes, { ...place, organizationId }, exit, leaving, now()),
    stopPerson: async (organizationId, address, { exit, ...ending }) => {
      const leaving = { ...ending, until: null }
      const own = [...store.contacts.values()].filter(
        (one) =>
          one.organizationId === organizationId &&
          one.address === address &&
          (isActiveContact(store, one) || isFailedContact(store, one)),
      )
      return own.filter((place) => stopRecipient(store, writes, place, exit, leaving, now()) !== null).length
    },
  }
}

function isFailedContact(store: MemoryStore, { jobId, slice, recordId }: StoredContact): boolean {
  const recipient = store.slices.get(`${jobId} ${slice}`)?.recipients.get(recordId)
  return recipient !== undefined && canBeRetried(recipient.state, recipient.reason)
}
