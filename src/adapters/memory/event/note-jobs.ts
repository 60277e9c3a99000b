import type { EventType, EventValue } from '../../../domain/event/event-type.ts'
import type { MemoryStore, StoredDelivery, StoredJob, StoredRecipient, StoredSlice } from '../store.ts'
import { Writes } from '../writes.ts'
import { noteEvents } from './note-events.ts'

/** Writes an event about a job with its present state, as the SQL function `note_job_event` does. */
export function noteJob(
  store: MemoryStore,
  writes: Writes,
  jobId: string,
  type: 'job.started' | 'job.paused' | 'job.completed' | 'job.failed',
  at: Date,
): void {
  const job = store.jobs.get(jobId)
  if (job === undefined) return
  const { spinnerId, dataTableId } = job
  const data = { spinnerId, dataTableId, ...dataOfJob(job)[type] }
  noteEvents(store, writes, { ...belonging(store, job), type, data, events: [{ objectId: jobId }] }, at)
}

function dataOfJob(
  job: StoredJob,
): Readonly<Partial<Record<EventType, Readonly<Record<string, EventValue>>>>> {
  const { spinnerVersion: version, source, retryOf = null, paused, status } = job
  return {
    'job.started': { version, source, retryOf },
    'job.paused': { pausedBy: paused?.by ?? null },
    'job.failed': { status },
  }
}

/**
 * Writes the events of the recipients that have ended between two states of a slice, as the SQL function
 * `note_recipient_ends` does.
 */
export function noteRecipientEnds(
  store: MemoryStore,
  before: StoredSlice,
  after: Pick<StoredSlice, 'recipients'>,
  at: Date,
  writes = new Writes(),
): void {
  const job = store.jobs.get(before.jobId)
  if (job === undefined) return
  for (const [recordId, recipient] of after.recipients) {
    const type = endOf(recipient)
    const former = before.recipients.get(recordId)
    if (type === null || (former !== undefined && endOf(former) !== null)) continue
    const { step, reason } = recipient
    const data = { ...ofJob(job), ...(type === 'recipient.done' ? {} : { step, reason }) }
    noteEvents(store, writes, { ...belonging(store, job), type, data, events: [{ objectId: recordId }] }, at)
  }
}

/** Writes the event of a message whose outcome is known, as the SQL function `note_messages` does. */
export function noteMessage(
  store: MemoryStore,
  { jobId, recordId, step, channel, state, at }: StoredDelivery,
): void {
  const job = store.jobs.get(jobId)
  if (job === undefined || state === 'failed') return
  const data = { ...ofJob(job), step, channel }
  const events = [{ objectId: recordId }]
  noteEvents(store, new Writes(), { ...belonging(store, job), type: `message.${state}`, data, events }, at)
}

function endOf({ state }: StoredRecipient) {
  return state === 'done' || state === 'failed' || state === 'skipped' || state === 'stopped'
    ? (`recipient.${state}` as const)
    : null
}

function ofJob({ id: jobId, spinnerId, dataTableId }: StoredJob) {
  return { jobId, spinnerId, dataTableId }
}

function belonging(store: MemoryStore, { organizationId, spinnerId, dataTableId }: StoredJob) {
  return { organizationId, spinnerId, projectId: store.tableOrBinned(dataTableId)?.projectId ?? null }
}
