import { sameStarts } from '../../../domain/spinner/starts.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import type { MemoryStore } from '../store.ts'
import type { Writes } from '../writes.ts'

/** Returns the store of the spinners' own starts for one transaction. */
export function startStores({ spinnerStarts }: MemoryStore, writes: Writes): Pick<Transaction, 'starts'> {
  return {
    starts: {
      publish: async ({ isPaused, ...published }) => {
        const { spinnerId, starts, dueAt } = published
        const before = spinnerStarts.get(spinnerId)
        if (before !== undefined && sameStarts(before.starts, starts)) return
        const lookAt = isPaused ? null : dueAt
        writes.put(spinnerStarts, spinnerId, {
          ...published,
          lookAt,
          stopped: null,
          begun: before?.begun ?? [],
        })
      },
      remove: async (spinnerId) => writes.drop(spinnerStarts, spinnerId),
      hold: async (spinnerId) => {
        const one = spinnerStarts.get(spinnerId)
        if (one !== undefined) writes.put(spinnerStarts, spinnerId, { ...one, lookAt: null })
      },
      resume: async (spinnerId) => {
        const one = spinnerStarts.get(spinnerId)
        if (one !== undefined) writes.put(spinnerStarts, spinnerId, { ...one, lookAt: one.dueAt })
      },
    },
  }
}
