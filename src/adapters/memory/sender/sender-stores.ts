import type { Clock } from '../../../ports/clock.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import type { MemoryStore } from '../store.ts'
import type { Writes } from '../writes.ts'
import { exitStore } from './exit-store.ts'
import { heardStore } from './heard-store.ts'

/** What messages are signed with, in one transaction. */
export function senderStores(
  store: MemoryStore,
  writes: Writes,
  clock: Clock,
): Pick<Transaction, 'webhookSecrets' | 'exits' | 'heard' | 'eventTokens'> {
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
  }
}
