import {
  type MemoryStore,
  type StoredJob,
  type StoredRecipient,
  type StoredSlice,
  versionSlot,
} from '../../store.ts'
import type { Writes } from '../../writes.ts'
import { excludeNamedRecords, releaseNamedRecords } from '../named/named.ts'
import { isOverNewRecords, returnSlot } from './returned-records.ts'
import { hasSentNothing } from './sent-nothing.ts'

/**
 * Closes a slice of a cancelled job and stores which of its records are returned to the spinner for its next
 * job.
 */
export function closeSlice(
  store: MemoryStore,
  writes: Writes,
  job: StoredJob,
  slice: StoredSlice,
  at: Date,
): void {
  const steps = store.versions.get(versionSlot(job.spinnerId, job.spinnerVersion))?.steps ?? []
  const before = job.retryOf === undefined ? null : store.slices.get(`${job.retryOf} ${slice.no}`)
  const isLeft = ({ recordId, state, step }: StoredRecipient) => {
    const from = before?.recipients.get(recordId)?.step ?? null
    const wasSent = [...store.deliveries.values()].some(
      (one) => one.jobId === job.id && one.recordId === recordId && one.state === 'sent',
    )
    return hasSentNothing({ state, step, isMarked: slice.sending.has(recordId), wasSent, from }, steps)
  }
  const goesBack = job.retryOf !== undefined || isOverNewRecords(store, job)
  const left = [...slice.recipients.values()].filter((one) => goesBack && isLeft(one))
  const recordIds = releaseNamedRecords(
    store,
    writes,
    job,
    left.map(({ recordId }) => recordId),
  )
  const recipients = new Map(slice.recipients)
  for (const one of left)
    if (recordIds.includes(one.recordId))
      recipients.set(one.recordId, { ...one, ...asReturned, updatedAt: at })
  const { id: jobId, spinnerId } = job
  const { no } = slice
  writes.put(store.slices, `${jobId} ${no}`, { ...slice, closed: true, lease: null, recipients })
  if (recordIds.length === 0 || job.retryOf !== undefined) return
  const back = { jobId, slice: no, spinnerId, part: { recordIds }, records: recordIds.length, takenBy: null }
  writes.put(store.returns, returnSlot(back), back)
  if (!job.named) excludeNamedRecords(store, writes, spinnerId)
}

const asReturned = { state: 'pending', error: null, reason: 'RETURNED', evidence: null } as const
