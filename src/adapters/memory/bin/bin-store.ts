import type { BinEntry } from '../../../domain/bin/bin-entry.ts'
import type { BinStore } from '../../../ports/bin/bin.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { MemoryStore } from '../store.ts'
import type { Writes } from '../writes.ts'

/** Returns the store of the bin for one transaction. */
export function binStore(store: MemoryStore, writes: Writes, clock: Clock): BinStore {
  const move = <Value>(from: Map<string, Value>, to: Map<string, Value>, id: string) => {
    const value = from.get(id)
    if (value === undefined) return
    writes.drop(from, id)
    writes.put(to, id, value)
  }
  return {
    add: async (entry) => {
      writes.put(store.binEntries, entry.id, entry)
      if (entry.kind === 'dataTable') move(store.tables, store.binnedTables, entry.dataTableId)
      if (entry.spinnerId !== null) move(store.spinners, store.binnedSpinners, entry.spinnerId)
    },
    lock: async (organizationId, id) => {
      const entry = store.owned(store.binEntries, organizationId, id)
      return entry === null || entry.deleteAt <= clock.now() ? null : entry
    },
    lockLatest: async ({ organizationId, dataTableId, actorId, since }) =>
      [...store.binEntries.values()]
        .filter(
          (entry) =>
            entry.kind === 'records' &&
            entry.organizationId === organizationId &&
            entry.dataTableId === dataTableId &&
            entry.deletedBy.id === actorId &&
            entry.deletedAt > since &&
            entry.deleteAt > clock.now(),
        )
        .toSorted((a, b) => b.deletedAt.getTime() - a.deletedAt.getTime() || (a.id < b.id ? 1 : -1))[0] ??
      null,
    save: async (entry) => writes.put(store.binEntries, entry.id, entry),
    restore: async (entry) => {
      writes.drop(store.binEntries, entry.id)
      if (entry.kind !== 'records') move(store.binnedProjects, store.projects, entry.projectId)
      if (entry.kind === 'dataTable') move(store.binnedTables, store.tables, entry.dataTableId)
      if (entry.spinnerId !== null) move(store.binnedSpinners, store.spinners, entry.spinnerId)
    },
    nextOver: async (exceptIds) => nextOver(store, exceptIds, clock.now()),
    allOf: async (dataTableId) =>
      [...store.binEntries.values()].filter((entry) => entry.dataTableId === dataTableId),
    clearRecords: async ({ id, dataTableId }, most) => {
      const left = [...(store.deletedRecords.get(id) ?? [])].toSorted(([a], [b]) => a - b)
      const cleared = new Set(left.slice(0, most).map(([recordId]) => String(recordId)))
      writes.put(store.deletedRecords, id, new Map(left.slice(most)))
      const changes = store.changes.get(dataTableId) ?? []
      writes.put(
        store.changes,
        dataTableId,
        changes.filter(({ recordId }) => !cleared.has(recordId)),
      )
      return cleared.size
    },
    clearNamedRecords: async ({ spinnerId }, most) => {
      const named = [...store.named].filter(([, one]) => one.spinnerId === spinnerId).slice(0, most)
      for (const [slot] of named) writes.drop(store.named, slot)
      return named.length
    },
    remove: async (id) => {
      writes.drop(store.binEntries, id)
      writes.drop(store.deletedRecords, id)
    },
  }
}

function nextOver(store: MemoryStore, exceptIds: readonly string[], now: Date): BinEntry | null {
  const over = [...store.binEntries.values()].filter(
    ({ id, organizationId, deleteAt }) =>
      !exceptIds.includes(id) && deleteAt <= (store.testClocks.get(organizationId)?.now ?? now),
  )
  return over.toSorted((a, b) => a.deleteAt.getTime() - b.deleteAt.getTime())[0] ?? null
}
