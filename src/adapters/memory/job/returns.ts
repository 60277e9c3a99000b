import { isUnbegun } from '../../../domain/job/unbegun.ts'
import {
  type MemoryStore,
  type StoredJob,
  type StoredRecipient,
  type StoredReturn,
  type StoredSlice,
  versionSlot,
} from '../store.ts'
import { isOwn } from './named/named-marks.ts'

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

export interface ClosedSlice {
  readonly slice: StoredSlice
  readonly back: StoredReturn | null
  readonly unbegun: readonly string[]
}

/** A slice of a cancelled job as it is closed, what goes back of it, and whom it had not begun. */
export function closedSlice(store: MemoryStore, job: StoredJob, slice: StoredSlice, at: Date): ClosedSlice {
  const steps = store.versions.get(versionSlot(job.spinnerId, job.spinnerVersion))?.steps ?? []
  const before = job.retryOf === undefined ? null : store.slices.get(`${job.retryOf} ${slice.no}`)
  const isLeft = ({ recordId, state, step }: StoredRecipient) => {
    const from = before?.recipients.get(recordId)?.step ?? null
    const wasSent = [...store.deliveries.values()].some(
      (one) => one.jobId === job.id && one.recordId === recordId && one.state === 'sent',
    )
    return isUnbegun({ state, step, isMarked: slice.sending.has(recordId), wasSent, from }, steps)
  }
  const goesBack = job.retryOf !== undefined || isOverNewRecords(store, job)
  const left = [...slice.recipients.values()].filter((one) => goesBack && isLeft(one))
  const ids = job.named ? left.filter(({ recordId }) => isOwn(store, job, Number(recordId))) : left
  const recipients = new Map(slice.recipients)
  for (const one of ids) recipients.set(one.recordId, { ...one, ...asReturned, updatedAt: at })
  const recordIds = ids.map(({ recordId }) => recordId)
  const { id: jobId, spinnerId } = job
  const back = { jobId, slice: slice.no, spinnerId, part: { recordIds }, records: ids.length, takenBy: null }
  return {
    slice: { ...slice, closed: true, lease: null, recipients },
    back: recordIds.length > 0 && job.retryOf === undefined ? back : null,
    unbegun: left.map(({ recordId }) => recordId),
  }
}

const asReturned = { state: 'pending', error: null, reason: 'RETURNED', evidence: null } as const
