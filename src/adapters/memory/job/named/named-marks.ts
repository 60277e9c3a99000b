import type { LedgerRange, MemoryStore, StoredJob } from '../../store.ts'

export const namedSlot = (spinnerId: string, recordId: number): string => `${spinnerId} ${recordId}`

/** Whom triggers of a spinner have named in a range, and ranges pass over. */
export function countNamed(store: MemoryStore, spinnerId: string, { fromSeq, toSeq }: LedgerRange): number {
  return [...store.named.values()].filter(
    (one) => one.spinnerId === spinnerId && one.isOwn && one.seq > fromSeq && one.seq <= toSeq,
  ).length
}

export function isNamed(store: MemoryStore, spinnerId: string, recordId: number): boolean {
  return store.named.get(namedSlot(spinnerId, recordId))?.isOwn === true
}

/** Whether a cancelled job over named records gives one back: whom an earlier job had taken was never new. */
export function isOwn(store: MemoryStore, job: StoredJob, recordId: number): boolean {
  const mark = store.named.get(namedSlot(job.spinnerId, recordId))
  return mark?.isOwn === true && mark.jobId === job.id
}
