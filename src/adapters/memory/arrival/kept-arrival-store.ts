import { routeOfImport } from '../../../domain/idempotency.ts'
import type { ImportKey, KeptArrivalStore } from '../../../ports/arrival/arrivals.ts'
import type { MemoryStore } from '../store.ts'
import type { Writes } from '../writes.ts'
import { arrivalsInOrder, isWanted } from './kept-arrivals.ts'

export function keptArrivals(
  store: MemoryStore,
  writes: Writes,
): Omit<KeptArrivalStore, 'forgetIdempotencyKeys'> {
  return {
    replace: async ({ id, revision }, rest) => {
      const present = store.arrivals.get(id)
      if (present?.revision !== revision || present.body === null) return false
      if (rest === null) writes.drop(store.arrivals, id)
      else writes.put(store.arrivals, id, { ...rest, revision: revision + 1 })
      return true
    },
    discard: async (wanted, states, most) => {
      const found = arrivalsInOrder(store)
        .filter((one) => states.some((state) => state === one.state) && isWanted(one, wanted))
        .slice(0, most)
      for (const { id } of found) writes.drop(store.arrivals, id)
      return found.length
    },
    answerOfImport: async (key) => store.earlierAnswer(slotOf(key)),
    keepAnswerOfImport: async (key, { fingerprint, answer }, at) => {
      const slot = slotOf(key)
      if (store.idempotencyKeys.has(slot)) return false
      writes.put(store.idempotencyKeys, slot, { fingerprint, answer, at })
      return true
    },
  }
}

function slotOf({ organizationId, dataTableId, key }: ImportKey): string {
  return [organizationId, routeOfImport(dataTableId), key].join(' ')
}
