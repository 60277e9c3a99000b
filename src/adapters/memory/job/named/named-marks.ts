import type { LedgerRange, MemoryStore } from '../../store.ts'

export const namedSlot = (spinnerId: string, recordId: number): string => `${spinnerId} ${recordId}`

/**
 * Returns how many records in a range were named by triggers of a spinner. Jobs over new records skip them.
 */
export function countNamed(store: MemoryStore, spinnerId: string, { fromSeq, toSeq }: LedgerRange): number {
  return [...store.named.values()].filter(
    (one) => one.spinnerId === spinnerId && one.isOwn && one.seq > fromSeq && one.seq <= toSeq,
  ).length
}

export function isNamed(store: MemoryStore, spinnerId: string, recordId: number): boolean {
  return store.named.get(namedSlot(spinnerId, recordId))?.isOwn === true
}
