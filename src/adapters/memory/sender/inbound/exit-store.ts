import type { ExitStore } from '../../../../ports/sender/inbound/exit-store.ts'
import { stopRecipient } from '../../job/slices/leaving.ts'
import { isOnTheWay } from '../../person/contacts.ts'
import type { MemoryStore } from '../../store.ts'
import type { Writes } from '../../writes.ts'

/** Returns the store that stops or holds recipients in one transaction. */
export function exitStore(store: MemoryStore, writes: Writes, now: () => Date): ExitStore {
  return {
    stop: async (organizationId, place, { exit, ...leaving }) =>
      stopRecipient(store, writes, { ...place, organizationId }, exit, leaving, now()),
    stopPerson: async (organizationId, address, { exit, ...ending }) => {
      const leaving = { ...ending, until: null }
      const own = [...store.contacts.values()].filter(
        (one) => one.organizationId === organizationId && one.address === address && isOnTheWay(store, one),
      )
      return own.filter((place) => stopRecipient(store, writes, place, exit, leaving, now()) !== null).length
    },
  }
}
