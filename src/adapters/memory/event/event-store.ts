import type { EventBatch } from '../../../domain/event/event.ts'
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
    eraseAddress: async (organizationId, address) => eraseAddress(store, writes, organizationId, address),
    askForDestinations: async (organizationId, types, until) => {
      const former = [...store.eventInterests.values()].filter(
        (one) => one.organizationId === organizationId && one.until === null && !types.includes(one.type),
      )
      for (const one of former) put({ ...one, until })
      for (const type of types) put({ organizationId, type, until: null })
    },
  }
}

function eraseAddress(store: MemoryStore, writes: Writes, organizationId: string, address: string): number {
  let erased = 0
  const without = <Batch extends Omit<EventBatch, 'number'>>(batch: Batch): Batch => {
    const { addresses } = batch
    if (batch.organizationId !== organizationId || addresses?.includes(address) !== true) return batch
    erased++
    return { ...batch, addresses: addresses.map((one) => (one === address ? null : one)) }
  }
  for (const [id, batch] of store.newEvents) writes.put(store.newEvents, id, without(batch))
  const before = [...store.events]
  writes.undo.push(() => store.events.splice(0, Infinity, ...before))
  store.events.splice(0, Infinity, ...before.map(without))
  return erased
}
