import type { Transaction } from '../../../ports/unit-of-work.ts'
import type { MemoryStore } from '../store.ts'
import type { Writes } from '../writes.ts'
import { mappingStore } from './mapping-store.ts'

/** Mappings, and what idempotency keys stand for, in one transaction. */
export function arrivalStores(
  store: MemoryStore,
  writes: Writes,
): Pick<Transaction, 'idempotencyKeys' | 'mappings'> {
  return {
    mappings: mappingStore(store, writes),
    idempotencyKeys: {
      forget: async (before, most) => {
        const old = [...store.idempotencyKeys].filter(([, { at }]) => at < before).slice(0, most)
        for (const [slot, remembered] of old) {
          writes.undo.push(() => store.idempotencyKeys.set(slot, remembered))
          store.idempotencyKeys.delete(slot)
        }
        return old.length
      },
    },
  }
}
