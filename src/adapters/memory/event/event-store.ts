import type { Clock } from '../../../ports/clock.ts'
import type { EventStore } from '../../../ports/event/events.ts'
import { interestKey, type MemoryStore, type StoredInterest } from '../store.ts'
import type { Writes } from '../writes.ts'
import { isAskedFor, noteEvents } from './note-events.ts'

export function eventStore(store: MemoryStore, writes: Writes, clock: Clock): EventStore {
  const put = (interest: StoredInterest) =>
    writes.put(store.eventInterests, interestKey(interest.organizationId, interest.type), interest)
  return {
    add: async (added) => noteEvents(store, writes, added, clock.now()),
    isAskedFor: async (organizationId, types) =>
      types.some((type) => isAskedFor(store, organizationId, type)),
    askForDestinations: async (organizationId, types, until) => {
      const former = [...store.eventInterests.values()].filter(
        (one) => one.organizationId === organizationId && one.until === null && !types.includes(one.type),
      )
      for (const one of former) put({ ...one, until })
      for (const type of types) put({ organizationId, type, until: null })
    },
  }
}
