import { meterNames } from '../../../domain/plan/meter.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import { omitFields } from '../omit-fields.ts'
import { type MemoryStore, meterSlot } from '../store.ts'
import type { Writes } from '../writes.ts'

/** Returns the stores of test organizations for one transaction. */
export function testModeStores(store: MemoryStore, writes: Writes): Pick<Transaction, 'testClocks'> {
  return {
    testClocks: {
      add: async (clock) => writes.put(store.testClocks, clock.organizationId, { ...clock, lease: null }),
      organizationOf: async (realId) =>
        [...store.organizations.values()].find(({ testOf }) => testOf === realId)?.id ?? null,
      realOf: async (organizationId) => store.organizations.get(organizationId)?.testOf ?? null,
      lock: async (organizationId) => {
        const clock = store.testClocks.get(organizationId)
        return clock === undefined ? null : omitFields(clock, 'lease')
      },
      save: async (clock) => {
        const lease = store.testClocks.get(clock.organizationId)?.lease ?? null
        writes.put(store.testClocks, clock.organizationId, { ...clock, lease })
      },
      copies: async (organizationId) =>
        [...store.testCopies.values()]
          .filter((copy) => copy.organizationId === organizationId)
          .map((copy) => omitFields(copy, 'organizationId'))
          .toSorted((a, b) => (`${a.kind} ${a.realId}` < `${b.kind} ${b.realId}` ? -1 : 1)),
      keepCopy: async (organizationId, copy) => {
        for (const [slot, { testId }] of store.testCopies)
          if (testId === copy.testId) writes.drop(store.testCopies, slot)
        const slot = `${organizationId} ${copy.kind} ${copy.realId}`
        writes.put(store.testCopies, slot, { ...copy, organizationId })
      },
      empty: async (organizationId, month) => emptied(store, writes, organizationId, month),
    },
  }
}

/** Deletes all rows of a test organization: rows that name it, and rows of its tables, spinners and jobs. */
function emptied(store: MemoryStore, writes: Writes, organizationId: string, month: string): void {
  const parents = new Set<unknown>([organizationId])
  for (const map of [store.tables, store.spinners, store.jobs, store.senders, store.projects])
    for (const one of map.values()) if (one.organizationId === organizationId) parents.add(one.id)
  const kept = new Set<unknown>([store.organizations, store.testClocks, store.auditEntries])
  for (const map of Object.values(store)) {
    if (!(map instanceof Map) || kept.has(map)) continue
    for (const [key, value] of map as Map<string, unknown>)
      if (parents.has(key) || belongs(value, parents)) writes.drop(map as Map<string, unknown>, key)
  }
  const keptMeters = new Set(meterNames.map((meter) => meterSlot(organizationId, meter, month)))
  for (const map of [store.meters, store.metersReached])
    for (const slot of map.keys())
      if (slot.startsWith(organizationId) && !keptMeters.has(slot)) writes.drop(map, slot)
}

function belongs(value: unknown, parents: ReadonlySet<unknown>): boolean {
  if (typeof value !== 'object' || value === null) return false
  const named = value as Readonly<Record<string, unknown>>
  return ['organizationId', 'dataTableId', 'spinnerId', 'jobId', 'senderId'].some((name) =>
    parents.has(named[name]),
  )
}
