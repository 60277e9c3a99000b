import type { Clock } from '../../../ports/clock.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import { countOf, type MemoryStore } from '../store.ts'
import type { Writes } from '../writes.ts'
import { exitStore } from './exit-store.ts'
import { heardStore } from './heard-store.ts'

/** What messages are signed with, what is heard of them and the files that go along, in one transaction. */
export function senderStores(
  store: MemoryStore,
  writes: Writes,
  clock: Clock,
): Pick<Transaction, 'webhookSecrets' | 'files' | 'exits' | 'heard' | 'eventTokens'> {
  return {
    eventTokens: {
      put: async (token) => writes.put(store.eventTokens, `${token.organizationId} ${token.provider}`, token),
      remove: async (organizationId, provider) => {
        const slot = `${organizationId} ${provider}`
        const wasThere = store.eventTokens.has(slot)
        writes.drop(store.eventTokens, slot)
        return wasThere
      },
    },
    heard: heardStore(store, writes),
    exits: exitStore(store, writes, () => clock.now()),
    webhookSecrets: {
      rotate: async (organizationId, ciphertext, rotatedAt) => {
        const previous = store.webhookSecrets.get(organizationId)?.ciphertext ?? null
        writes.put(store.webhookSecrets, organizationId, { ciphertext, previous, rotatedAt })
      },
    },
    files: {
      add: async (file) => writes.put(store.files, file.id, file),
      count: async (organizationId) => countOf(store.files, organizationId),
      hold: async (organizationId, ids) =>
        [...new Set(ids.map((id) => id.toLowerCase()))].flatMap(
          (id) => store.owned(store.files, organizationId, id) ?? [],
        ),
      lock: async (organizationId, id) => store.owned(store.files, organizationId, id),
      isInUse: async (organizationId, id) =>
        [...store.versions.values()].some(
          ({ spinnerId, steps }) =>
            store.spinners.get(spinnerId)?.organizationId === organizationId &&
            JSON.stringify(steps).toLowerCase().includes(id.toLowerCase()),
        ),
      remove: async (id) => writes.drop(store.files, id.toLowerCase()),
    },
  }
}
