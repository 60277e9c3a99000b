import { startOfLedger } from '../../../domain/arrival/ledger-position.ts'
import { hasEnded } from '../../../domain/job/job.ts'
import type { Spinner, SpinnerVersion } from '../../../domain/spinner/spinner.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import { returnSlot, waitingReturns } from '../job/slices/returned-records.ts'
import { omitFields } from '../omit-fields.ts'
import { countOf, type MemoryStore, type StoredSpinner, versionSlot } from '../store.ts'
import type { Writes } from '../writes.ts'
import { existingOf, rangeOf } from './new-records.ts'
import { startMembers } from './start-members.ts'

/** Returns the store of spinners, their versions and their starts for one transaction. */
export function spinnerStores(store: MemoryStore, writes: Writes): Pick<Transaction, 'spinners'> {
  const addVersion = (version: SpinnerVersion, publishedAt: Date) => {
    const slot = versionSlot(version.spinnerId, version.version)
    writes.put(store.versions, slot, version)
    writes.put(store.versionTimes, slot, publishedAt)
  }
  return {
    spinners: {
      ...startMembers(store, writes),
      add: async (spinner, version) => {
        writes.put(store.spinners, spinner.id, { ...spinner, taken: startOfLedger })
        if (version !== null) addVersion(version, spinner.createdAt)
      },
      lock: async (organizationId, id) => {
        const stored = store.owned(store.spinners, organizationId, id)
        return stored && omitFields(stored, 'taken')
      },
      save: async (spinner) => {
        const place = store.binnedSpinners.has(spinner.id) ? store.binnedSpinners : store.spinners
        const taken = place.get(spinner.id)?.taken ?? startOfLedger
        writes.put(place, spinner.id, { ...spinner, taken })
      },
      existing: async ({ id }) => {
        const spinner = store.spinners.get(id)
        return spinner === undefined ? 0 : existingOf(store, spinner)
      },
      excludeExisting: async (id) => {
        const spinner = store.spinners.get(id)
        if (spinner === undefined) return
        const { to: taken } = rangeOf(store, spinner, 'new')
        writes.put(store.spinners, id, { ...spinner, taken })
        for (const one of waitingReturns(store, id)) writes.drop(store.returns, returnSlot(one))
      },
      addVersion: async (version, publishedAt) => addVersion(version, publishedAt),
      findVersion: async (spinnerId, version) => store.versions.get(versionSlot(spinnerId, version)) ?? null,
      remove: async (id) => {
        writes.drop(store.spinners, id)
        writes.drop(store.binnedSpinners, id)
        writes.drop(store.spinnerStarts, id)
        for (const [slot, one] of store.returns) if (one.spinnerId === id) writes.drop(store.returns, slot)
        for (const [slot, version] of store.versions) {
          if (version.spinnerId !== id) continue
          writes.drop(store.versions, slot)
          writes.drop(store.versionTimes, slot)
        }
      },
      countOf: async (organizationId) => countOf(store.spinners, organizationId),
      anyIn: async (projectId) => [...store.spinners.values()].some((one) => one.projectId === projectId),
      over: async (dataTableId) =>
        [...store.spinners.values()]
          .filter((one) => one.dataTableId === dataTableId)
          .toSorted((a, b) => (a.id < b.id ? -1 : 1))
          .map(({ name }) => name),
      lockOver: async (dataTableId) => spinnersOver(store.spinners, dataTableId),
      lockBinnedOver: async (dataTableId) => spinnersOver(store.binnedSpinners, dataTableId),
      versionsInUse: async (spinnerId) => {
        const running = [...store.jobs.values()].filter(
          (job) => job.spinnerId === spinnerId && !hasEnded(job.status),
        )
        const published = store.spinners.get(spinnerId)?.publishedVersion ?? 0
        const used = new Set([published, ...running.map((job) => job.spinnerVersion)])
        return [...used]
          .toSorted((a, b) => a - b)
          .flatMap((version) => store.versions.get(versionSlot(spinnerId, version)) ?? [])
      },
      saveVersion: async (version) =>
        writes.put(store.versions, versionSlot(version.spinnerId, version.version), version),
      forgetColumn: async (dataTableId, column) => forgetColumn(store, writes, dataTableId, column),
    },
  }
}

function forgetColumn(store: MemoryStore, writes: Writes, dataTableId: string, column: string): void {
  const over = [store.spinners, store.binnedSpinners].flatMap((place) => spinnersOver(place, dataTableId))
  const ids = new Set(over.map(({ id }) => id))
  for (const [slot, version] of store.versions) {
    if (!ids.has(version.spinnerId)) continue
    const metadataColumns = version.metadataColumns.filter((name) => name !== column)
    writes.put(store.versions, slot, { ...version, metadataColumns })
  }
}

function spinnersOver(place: ReadonlyMap<string, StoredSpinner>, dataTableId: string): readonly Spinner[] {
  return [...place.values()]
    .filter((one) => one.dataTableId === dataTableId)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((one) => omitFields(one, 'taken'))
}
