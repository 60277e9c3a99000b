import type { MemoryStore, NamedRecord, StoredJob, StoredReturn } from '../../store.ts'
import { Writes } from '../../writes.ts'
import { returnSlot, waitingReturns } from '../slices/returned-records.ts'
import { mostRecipientsPerSlice } from '../slices/slice-size.ts'
import { isNamed, namedSlot } from './named-marks.ts'

function seqOf(store: MemoryStore, dataTableId: string, recordId: number): number {
  const append = (store.appends.get(dataTableId) ?? []).find(
    ({ firstId, count }) => recordId >= firstId && recordId < firstId + count,
  )
  return append?.seq ?? 0
}

/**
 * Stores the records that a trigger named as the audience of its job, in lists. The lists have the same form
 * as returned records that a job has taken.
 */
export function nameRecords(
  store: MemoryStore,
  job: Pick<StoredJob, 'id' | 'spinnerId' | 'dataTableId'>,
  recordIds: readonly number[],
  takenSeq: number,
): void {
  const { id: jobId, spinnerId, dataTableId } = job
  for (const recordId of recordIds) {
    const seq = seqOf(store, dataTableId, recordId)
    const isOwn = takeFromReturns(store, new Writes(), { spinnerId, recordId, seq }) || seq > takenSeq
    const slot = namedSlot(spinnerId, recordId)
    const before = store.named.get(slot)
    const also = before?.also ?? []
    if (before === undefined || (isOwn && !isHeld(store, before)))
      store.named.set(slot, { spinnerId, recordId, seq, jobId, isOwn, also })
    else store.named.set(slot, { ...before, also: [...also, jobId] })
  }
  for (let from = 0; from < recordIds.length; from += mostRecipientsPerSlice) {
    const part = { recordIds: recordIds.slice(from, from + mostRecipientsPerSlice).map(String) }
    const slice = -1 - from / mostRecipientsPerSlice
    const list = { jobId, slice, spinnerId, part, records: part.recordIds.length, takenBy: jobId }
    store.returns.set(returnSlot(list), list)
  }
}

/**
 * Assigns named records to the jobs whose triggers named them, if a cancelled job that had taken such a
 * record before has returned it since.
 */
export function excludeNamedRecords(store: MemoryStore, writes: Writes, spinnerId: string): void {
  for (const [slot, mark] of store.named) {
    if (mark.spinnerId !== spinnerId) continue
    // A job that returned a record when it was cancelled no longer has it, but a later trigger that named it has.
    const [nextJobId, ...also] = mark.also
    const isHandedOn = nextJobId !== undefined && !isHeld(store, mark)
    if (mark.isOwn && !isHandedOn) continue
    if (!takeFromReturns(store, writes, mark)) continue
    const handedOn = mark.isOwn && nextJobId !== undefined ? { jobId: nextJobId, also } : {}
    writes.put(store.named, slot, { ...mark, ...handedOn, isOwn: true })
  }
}

/**
 * Gives back the records that the trigger of a cancelled job had named and that were sent nothing. If another
 * trigger named the same record, its job gets it. Returns the other records, which go back to the spinner.
 */
export function releaseNamedRecords(
  store: MemoryStore,
  writes: Writes,
  job: StoredJob,
  recordIds: readonly string[],
): readonly string[] {
  if (!job.named) return recordIds
  return recordIds.filter((recordId) => {
    const slot = namedSlot(job.spinnerId, Number(recordId))
    const mark = store.named.get(slot)
    if (mark === undefined) return false
    const also = mark.also.filter((id) => id !== job.id)
    const [heir = job.id, ...others] = also
    if (mark.jobId !== job.id) writes.put(store.named, slot, { ...mark, also })
    else if (also.length > 0) writes.put(store.named, slot, { ...mark, jobId: heir, also: others })
    else if (!mark.isOwn) writes.drop(store.named, slot)
    else return true
    return false
  })
}

/** Returns whether a record still belongs to the job that named it, because that job was not cancelled. */
function isHeld(store: MemoryStore, { jobId, isOwn }: NamedRecord): boolean {
  return isOwn && store.jobs.get(jobId)?.status !== 'cancelled'
}

/**
 * Removes a record from the returned records that no job has taken. Returns true if the record was among
 * them; the naming job then owns it.
 */
function takeFromReturns(
  store: MemoryStore,
  writes: Writes,
  { spinnerId, recordId, seq }: Pick<NamedRecord, 'spinnerId' | 'recordId' | 'seq'>,
): boolean {
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
  if (records === 0 && 'recordIds' in part) writes.drop(store.returns, returnSlot(found))
  else writes.put(store.returns, returnSlot(found), { ...found, part, records })
  return true
}
