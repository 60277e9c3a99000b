import { type MemoryStore, type StoredJob, type StoredReturn, versionSlot } from '../../store.ts'

export const returnSlot = ({ jobId, slice }: Pick<StoredReturn, 'jobId' | 'slice'>): string =>
  `${jobId} ${slice}`

/** What cancelled jobs of a spinner gave back and no job has taken. */
export function waitingReturns(store: MemoryStore, spinnerId: string): readonly StoredReturn[] {
  return [...store.returns.values()].filter((one) => one.spinnerId === spinnerId && one.takenBy === null)
}

/** What a job has of them and not cut yet, the lists of records first. */
export function returnsTakenBy(store: MemoryStore, jobId: string): readonly StoredReturn[] {
  return [...store.returns.values()]
    .filter(({ takenBy }) => takenBy === jobId)
    .toSorted((a, b) => Number('fromSeq' in a.part) - Number('fromSeq' in b.part))
}

export function sum(returns: readonly StoredReturn[]): number {
  return returns.reduce((total, { records }) => total + records, 0)
}

/** Of a job over all records nothing goes back: the next one takes all again. */
export function isOverNewRecords(
  store: MemoryStore,
  { spinnerId, spinnerVersion, retryOf }: StoredJob,
): boolean {
  const version = store.versions.get(versionSlot(spinnerId, spinnerVersion))
  return retryOf === undefined && version?.audience === 'new'
}
