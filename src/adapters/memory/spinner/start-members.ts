import { sameStarts } from '../../../domain/spinner/starts.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import type { MemoryStore } from '../store.ts'
import type { Writes } from '../writes.ts'

/** Returns the methods of the spinner store that change automatic starts, for one transaction. */
export function startMembers(
  { spinnerStarts }: MemoryStore,
  writes: Writes,
): Pick<
  Transaction['spinners'],
  'publishStarts' | 'startingIn' | 'removeStarts' | 'holdStarts' | 'resumeStarts'
> {
  return {
    publishStarts: async ({ isPaused, ...published }) => {
      const { spinnerId, starts, dueAt } = published
      const before = spinnerStarts.get(spinnerId)
      if (before !== undefined && sameStarts(before.starts, starts)) return
      const checkAt = isPaused ? null : dueAt
      writes.put(spinnerStarts, spinnerId, {
        ...published,
        checkAt,
        stopped: null,
        begun: before?.begun ?? [],
      })
    },
    startingIn: async (organizationId) =>
      [...spinnerStarts.values()]
        .filter((one) => one.organizationId === organizationId)
        .map(({ spinnerId }) => spinnerId)
        .toSorted(),
    removeStarts: async (spinnerId) => writes.drop(spinnerStarts, spinnerId),
    holdStarts: async (spinnerId) => {
      const one = spinnerStarts.get(spinnerId)
      if (one !== undefined) writes.put(spinnerStarts, spinnerId, { ...one, checkAt: null })
    },
    resumeStarts: async (spinnerId) => {
      const one = spinnerStarts.get(spinnerId)
      if (one !== undefined) writes.put(spinnerStarts, spinnerId, { ...one, checkAt: one.dueAt })
    },
  }
}
