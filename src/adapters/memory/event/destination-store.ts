import type { DestinationStore } from '../../../ports/event/destinations.ts'
import type { MemoryStore } from '../store.ts'
import type { Writes } from '../writes.ts'

export function destinationStore(store: MemoryStore, writes: Writes): DestinationStore {
  const dropOf = (map: Map<string, { readonly destinationId: string }>, id: string) => {
    for (const [key, { destinationId }] of map) if (destinationId === id) writes.drop(map, key)
  }
  return {
    of: async (organizationId) =>
      [...store.destinations.values()]
        .filter((one) => one.organizationId === organizationId)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    lock: async (organizationId, id) => store.owned(store.destinations, organizationId, id),
    add: async (destination, secrets) =>
      writes.put(store.destinations, destination.id, {
        ...destination,
        ...secrets,
        dueAt: 0,
        lease: null,
        isReported: false,
      }),
    save: async (destination) => {
      const before = store.destinations.get(destination.id)
      if (before === undefined) return
      const { ciphertext, previousCiphertext, rotatedAt, lease } = before
      const unchanged = { ciphertext, previousCiphertext, rotatedAt, lease }
      const isReported = destination.state === 'disabled' && before.isReported
      const after = { ...before, ...destination, ...unchanged, dueAt: 0, isReported }
      writes.put(store.destinations, destination.id, after)
    },
    saveSecrets: async (id, secrets) => {
      const before = store.destinations.get(id)
      if (before !== undefined) writes.put(store.destinations, id, { ...before, ...secrets })
    },
    remove: async (id) => {
      writes.drop(store.destinations, id)
      dropOf(store.destinationRetries, id)
      dropOf(store.destinationReplays, id)
      dropOf(store.destinationAttempts, id)
    },
    addReplay: async (replay) => writes.put(store.destinationReplays, replay.id, replay),
    replaysOf: async (id) =>
      [...store.destinationReplays.values()].filter(({ destinationId }) => destinationId === id).length,
    dropWaiting: async (id) => {
      dropOf(store.destinationRetries, id)
      dropOf(store.destinationReplays, id)
    },
    lastNumber: async (organizationId) => store.lastEventNumbers.get(organizationId) ?? 0,
  }
}
