import { mostRecipientsPerSlice } from '../../../../domain/job/slice.ts'
import type { MemoryStore, StoredJob, StoredReturn } from '../../store.ts'
import { returnSlot, waitingReturns } from '../returns.ts'
import { isNamed, namedSlot } from './named-marks.ts'

function seqOf(store: MemoryStore, dataTableId: string, recordId: number): number {
  const append = (store.appends.get(dataTableId) ?? []).find(
    ({ firstId, count }) => recordId >= firstId && recordId < firstId + count,
  )
  return append?.seq ?? 0
}

/** Enters the audience of a job that is for these records: as lists that it has taken from itself. */
export function nameRecords(
  store: MemoryStore,
  job: Pick<StoredJob, 'id' | 'spinnerId' | 'dataTableId'>,
  recordIds: readonly number[],
  takenSeq: number,
): void {
  const { id: jobId, spinnerId, dataTableId } = job
  for (const recordId of recordIds) {
    const seq = seqOf(store, dataTableId, recordId)
    const isFree = takeFromReturns(store, spinnerId, recordId, seq) || seq > takenSeq
    const slot = namedSlot(spinnerId, recordId)
    const before = store.named.get(slot)
    if (isFree && (before === undefined || !isHeld(store, before)))
      store.named.set(slot, { spinnerId, recordId, seq, jobId })
  }
  for (let from = 0; from < recordIds.length; from += mostRecipientsPerSlice) {
    const part = { recordIds: recordIds.slice(from, from + mostRecipientsPerSlice).map(String) }
    const slice = -1 - from / mostRecipientsPerSlice
    const list = { jobId, slice, spinnerId, part, records: part.recordIds.length, takenBy: jobId }
    store.returns.set(returnSlot(list), list)
  }
}

/** Whether the one who has it has not given it back. */
function isHeld(store: MemoryStore, { jobId }: { readonly jobId: string }): boolean {
  return store.jobs.get(jobId)?.status !== 'cancelled'
}

/** What a cancelled job gave back and nobody has taken since is the naming job's. */
function takeFromReturns(store: MemoryStore, spinnerId: string, recordId: number, seq: number): boolean {
  const holds = ({ part }: StoredReturn) =>
    'recordIds' in part
      ? part.recordIds.includes(String(recordId))
      : seq > part.fromSeq && seq <= part.toSeq && !isNamed(store, spinnerId, recordId)
  const found = waitingReturns(store, spinnerId).find(holds)
  if (found === undefined) return false
  const part =
    'recordIds' in found.part
      ? { recordIds: found.part.recordIds.filter((id) => id !== String(recordId)) }
      : found.part
  const records = found.records - 1
  if (records === 0 && 'recordIds' in part) store.returns.delete(returnSlot(found))
  else store.returns.set(returnSlot(found), { ...found, part, records })
  return true
}
