import { type MemoryStore, type StoredJob, type StoredReturn, versionSlot } from '../../store.ts'

export const returnSlot = ({ jobId, slice }: Pick<StoredReturn, 'jobId' | 'slice'>): string =>
  `${jobId} ${slice}`

/** Returns the records that cancelled jobs of a spinner returned and that no job has taken. */
export function waitingReturns(store: MemoryStore, spinnerId: string): readonly StoredReturn[] {
  return [...store.returns.values()].filter((one) => one.spinnerId === spinnerId && one.takenBy === null)
}

/** Returns the returned records that a job has taken and not cut into slices yet, lists before ranges. */
export function returnsTakenBy(store: MemoryStore, jobId: string): readonly StoredReturn[] {
  return [...store.returns.values()]
    .filter(({ takenBy }) => takenBy === jobId)
    .toSorted((a, b) => Number('fromSeq' in a.part) - Number('fromSeq' in b.part))
}

export function sum(returns: readonly StoredReturn[]): number {
  return returns.reduce((total, { records }) => total + records, 0)
}

/**
 * Returns whether a job runs over new records. A cancelled job over all records returns nothing, because the
 * next one takes all records again.
 */
export function isOverNewRecords(
  store: MemoryStore,
  { spinnerId, spinnerVersion, retryOf }: StoredJob,
): boolean {
  const version = store.versions.get(versionSlot(spinnerId, spinnerVersion))
  return retryOf === undefined && version?.audience === 'new'
}
