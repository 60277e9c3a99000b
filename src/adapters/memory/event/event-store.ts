import { type EventBatch, mostOfBatch, type NewEvents } from '../../../domain/event/event.ts'
import { eventCatalogue } from '../../../domain/event/event-type.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { EventStore } from '../../../ports/event/events.ts'
import { interestKey, type MemoryStore, type StoredInterest } from '../store.ts'
import type { Writes } from '../writes.ts'

export function eventStore(store: MemoryStore, writes: Writes, clock: Clock): EventStore {
  const isAskedFor = (organizationId: string, type: NewEvents['type']) =>
    store.eventInterests.has(interestKey(organizationId, type))
  const put = (interest: StoredInterest) =>
    writes.put(store.eventInterests, interestKey(interest.organizationId, interest.type), interest)
  return {
    add: async (added) => {
      if (!isAskedFor(added.organizationId, added.type)) return
      for (let at = 0; at < added.events.length; at += mostOfBatch) {
        const events = added.events.slice(at, at + mostOfBatch)
        writes.put(store.newEvents, store.nextEvent++, batchOf({ ...added, events }, clock.now()))
      }
    },
    isAskedFor: async (organizationId, types) => types.some((type) => isAskedFor(organizationId, type)),
    askForDestinations: async (organizationId, types, until) => {
      const former = [...store.eventInterests.values()].filter(
        (one) => one.organizationId === organizationId && one.until === null && !types.includes(one.type),
      )
      for (const one of former) put({ ...one, until })
      for (const type of types) put({ organizationId, type, until: null })
    },
  }
}

function batchOf(added: NewEvents, createdAt: Date): Omit<EventBatch, 'number'> {
  const { organizationId, type, projectId, spinnerId = null, data, events } = added
  const hasData = events.some((event) => event.data !== undefined)
  const hasAddress = events.some(({ address }) => (address ?? null) !== null)
  return {
    organizationId,
    projectId,
    spinnerId,
    type,
    objectType: eventCatalogue[type].object,
    count: events.length,
    objects: events.map(({ objectId }) => objectId),
    data,
    each: hasData ? events.map((event) => event.data ?? {}) : null,
    addresses: hasAddress ? events.map(({ address }) => address ?? null) : null,
    createdAt,
  }
}
