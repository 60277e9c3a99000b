import { startOfLedger } from '../../../domain/arrival/ledger-place.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import { countOf, type MemoryStore, versionSlot } from '../store.ts'
import { without } from '../without.ts'
import type { Writes } from '../writes.ts'

/** Spinners and their versions, in one transaction. */
export function spinnerStores(store: MemoryStore, writes: Writes): Pick<Transaction, 'spinners'> {
  return {
    spinners: {
      add: async (spinner, version) => {
        writes.put(store.spinners, spinner.id, { ...spinner, taken: startOfLedger })
        if (version !== null)
          writes.put(store.versions, versionSlot(version.spinnerId, version.version), version)
      },
      lock: async (organizationId, id) => {
        const stored = store.owned(store.spinners, organizationId, id)
        return stored && without(stored, 'taken')
      },
      save: async (spinner) => {
        const taken = store.spinners.get(spinner.id)?.taken ?? startOfLedger
        writes.put(store.spinners, spinner.id, { ...spinner, taken })
      },
      addVersion: async (version) =>
        writes.put(store.versions, versionSlot(version.spinnerId, version.version), version),
      findVersion: async (spinnerId, version) => store.versions.get(versionSlot(spinnerId, version)) ?? null,
      remove: async (id) => {
        writes.drop(store.spinners, id)
        for (const [slot, version] of store.versions) {
          if (version.spinnerId === id) writes.drop(store.versions, slot)
        }
      },
      countOf: async (organizationId) => countOf(store.spinners, organizationId),
      anyIn: async (projectId) => [...store.spinners.values()].some((one) => one.projectId === projectId),
      over: async (dataTableId) =>
        [...store.spinners.values()]
          .filter((one) => one.dataTableId === dataTableId)
          .toSorted((a, b) => (a.id < b.id ? -1 : 1))
          .map(({ name }) => name),
    },
  }
}
