import type { Transaction } from '../../../ports/unit-of-work.ts'
import { oldBefore } from '../old-before.ts'
import type { MemoryStore } from '../store.ts'
import type { Writes } from '../writes.ts'
import { keptArrivals } from './kept-arrival-store.ts'
import { mappingStore } from './mapping-store.ts'

/** Returns the stores of kept arrivals, mappings and idempotency keys for one transaction. */
export function arrivalStores(
  store: MemoryStore,
  writes: Writes,
): Pick<Transaction, 'arrivals' | 'mappings'> {
  return {
    mappings: mappingStore(store, writes),
    arrivals: {
      ...keptArrivals(store, writes),
      forgetIdempotencyKeys: async (before, most, now) => {
        const isOld = ([slot, { at }]: readonly [string, { readonly at: Date }]) =>
          at < oldBefore(store, slot.split(' ')[0] ?? '', before, now)
        const old = [...store.idempotencyKeys].filter(isOld).slice(0, most)
        for (const [slot, stored] of old) {
          writes.undo.push(() => store.idempotencyKeys.set(slot, stored))
          store.idempotencyKeys.delete(slot)
        }
        return old.length
      },
    },
  }
}
