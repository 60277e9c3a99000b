import { apiKeyIdOf, userIdOf } from '../../../domain/account/audit/actor.ts'
import { startOfLedger } from '../../../domain/arrival/ledger-position.ts'
import { hasEnded } from '../../../domain/job/job.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { FailedSelection } from '../../../ports/job/jobs.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import { noteJob } from '../event/note-jobs.ts'
import type { MemoryStore, StoredJob, StoredRecipient, StoredReturn, StoredSlice } from '../store.ts'
import type { Writes } from '../writes.ts'
import { initialStatus, resumedJob } from './job-status.ts'
import { excludeNamedRecords, releaseNamedRecords } from './named/named.ts'
import { countNamed } from './named/named-marks.ts'
import { openRecipients } from './open-recipients.ts'
import { outdatedWaitStore } from './outdated-wait-store.ts'
import { pauses } from './pauses.ts'
import { recipientExits } from './recipient-exits.ts'
import { isRetriedElsewhere } from './retried-elsewhere.ts'
import { closeSlice } from './slices/close-slice.ts'
import { isOverNewRecords, returnSlot, returnsTakenBy, sum } from './slices/returned-records.ts'

/**
 * Returns the stores of jobs, of outdated waits and of wake-ups (queue entries that ask a worker to serve an
 * organization) for one transaction.
 */
export function jobStores(
  store: MemoryStore,
  writes: Writes,
  clock: Clock,
): Pick<Transaction, 'jobs' | 'outdatedWaits' | 'wakeups'> {
  return {
    jobs: {
      lockStatus: async (organizationId, id) => store.owned(store.jobs, organizationId, id)?.status ?? null,
      cancel: async (id, at) => cancelJob(store, writes, id, at),
      spinnerOf: async (organizationId, id) => store.owned(store.jobs, organizationId, id)?.spinnerId ?? null,
      ...pauses(store, writes),
      retryable: async (selection) => retryableOf(store, clock, selection),
      holdOpen: async (spinnerId, except) => ({
        open: openRecipients(store, spinnerId, except),
        busy: new Set<string>(),
      }),
      ...recipientExits(store, writes, () => clock.now()),
      moveTo: async (jobIds, version) => {
        for (const id of jobIds) {
          const job = store.jobs.get(id)
          if (job !== undefined) writes.put(store.jobs, id, { ...job, spinnerVersion: version })
        }
      },
      retryFailed: async (retry) => addRetry(store, writes, retry),
      anyUnfinishedOf: async (spinnerId) =>
        [...store.jobs.values()].some((job) => job.spinnerId === spinnerId && !hasEnded(job.status)),
    },
    outdatedWaits: outdatedWaitStore(store, writes),
    wakeups: {
      announce: async (organizationIds) => {
        const added = store.askTurns(organizationIds)
        writes.undo.push(() => store.forgetTurns(added))
      },
    },
  }
}

/**
 * Cancels a job. The records that it has not worked on are returned to its spinner, and its slices are closed.
 */
function cancelJob(store: MemoryStore, writes: Writes, id: string, at: Date): void {
  const job = store.jobs.get(id)
  if (job === undefined || hasEnded(job.status)) return
  let returned = 0
  if (isOverNewRecords(store, job)) {
    const taken = returnsTakenBy(store, id)
    const listed = taken.flatMap(({ part }) => ('recordIds' in part ? part.recordIds : []))
    const own = new Set(releaseNamedRecords(store, writes, job, listed))
    const untaken = taken.map((one) => (job.named ? ownPart(one, own) : one))
    for (const one of untaken) {
      if (one.records > 0) writes.put(store.returns, returnSlot(one), { ...one, takenBy: null })
      else writes.drop(store.returns, returnSlot(one))
    }
    const range = uncutRange(store, job)
    if (range.records > 0) writes.put(store.returns, returnSlot(range), range)
    returned = sum(untaken) + range.records
    if (!job.named) excludeNamedRecords(store, writes, job.spinnerId)
  }
  writes.put(store.jobs, id, {
    ...resumedJob(job),
    status: 'cancelled',
    finishedAt: at,
    returned,
  })
  noteJob(store, writes, id, 'job.failed', at)
  for (const slice of slicesOf(store, id)) {
    // Leaves out a slice that a runtime is processing under a lease. It is closed when the runtime releases
    // it.
    if (slice.closed || (slice.lease !== null && slice.lease.until > at)) continue
    closeSlice(store, writes, job, slice, at)
  }
}

/**
 * Returns the data from which a retry of a job's failed recipients is made, or the reason why the job cannot
 * be retried.
 */
function retryableOf(
  store: MemoryStore,
  clock: Clock,
  { jobId, codes }: FailedSelection,
): Awaited<ReturnType<Transaction['jobs']['retryable']>> {
  const job = store.jobs.get(jobId)
  if (job === undefined || !store.spinners.has(job.spinnerId)) return 'deleted'
  if (store.countsOfCleared.has(jobId)) return 'cleared'
  const slices = slicesOf(store, jobId)
  if (slices.some(({ lease }) => lease !== null && lease.until > clock.now())) return 'working'
  const failed = slices.flatMap((slice) => failedOf(store, slice, codes))
  const free = slices.flatMap((slice) => freeOf(store, slice, codes))
  if (free.length === 0 && failed.length > 0) return 'already'
  if (free.length === 0) {
    if (slices.some((slice) => hasFailedBeforeRestore(store, slice, codes))) return 'restored'
    return slices.some((slice) => coveredOf(store, slice, codes).length > 0) ? 'stopped' : 'none'
  }
  const steps = [...new Set(free.map(({ step }) => step))].toSorted((a, b) => a - b)
  return { spinnerId: job.spinnerId, spinnerVersion: job.spinnerVersion, steps, data: job.data ?? null }
}

/** Adds the job that retries the failed recipients of another job. */
function addRetry(
  store: MemoryStore,
  writes: Writes,
  { jobId, codes, newId, spinnerVersion, at, by }: Parameters<Transaction['jobs']['retryFailed']>[0],
): void {
  const job = store.jobs.get(jobId)
  if (job === undefined) throw new Error('The job whose failed recipients are retried does not exist')
  const again = slicesOf(store, jobId)
    .map((slice) => sliceAgain(slice, freeOf(store, slice, codes), newId, at))
    .filter((slice) => slice.recipients.size > 0)
  const records = again.reduce((total, { recipients }) => total + recipients.size, 0)
  const audience = { from: startOfLedger, to: { seq: 0, records } }
  const unstarted = {
    ...initialStatus(store, job.spinnerId),
    startsAt: null,
    startedAt: null,
    finishedAt: null,
    cutSeq: 0,
    returned: 0,
  }
  writes.put(store.jobs, newId, {
    ...resumedJob(job),
    ...unstarted,
    id: newId,
    spinnerVersion,
    audience,
    source: by.kind === 'apiKey' ? 'api' : 'app',
    startedByUser: userIdOf(by),
    startedByKey: apiKeyIdOf(by),
    named: false,
    createdAt: at,
    retryOf: jobId,
  })
  for (const slice of again) writes.put(store.slices, `${newId} ${slice.no}`, slice)
}

function slicesOf(store: MemoryStore, id: string): readonly StoredSlice[] {
  return [...store.slices.values()].filter(({ jobId }) => jobId === id)
}

/** Returns the failed recipients of a slice that no other job retries or has retried. */
function freeOf(
  store: MemoryStore,
  slice: StoredSlice,
  codes: FailedSelection['codes'],
): readonly StoredRecipient[] {
  return failedOf(store, slice, codes).filter((one) => !isRetriedElsewhere(store, slice, one))
}

/** Reduces a list of records that a cancelled job returned to the records whose ids are in `own`. */
function ownPart(one: StoredReturn, own: ReadonlySet<string>): StoredReturn {
  const listed = 'recordIds' in one.part ? one.part.recordIds : []
  const recordIds = listed.filter((id) => own.has(id))
  return { ...one, part: { recordIds }, records: recordIds.length }
}

/** Returns the part of a job's audience that was not cut into slices yet, in the form of returned records. */
function uncutRange(store: MemoryStore, job: StoredJob): StoredReturn {
  const { audience, cutSeq, dataTableId, id: jobId, spinnerId } = job
  const part = { fromSeq: Math.max(cutSeq, audience.from.seq), toSeq: audience.to.seq }
  const appends = store.appends.get(dataTableId) ?? []
  const arrived = appends
    .filter(({ seq }) => seq > part.fromSeq && seq <= part.toSeq)
    .reduce((total, { count }) => total + count, 0)
  const records = arrived - countNamed(store, spinnerId, part)
  return { jobId, slice: 0, spinnerId, part, records, takenBy: null }
}

/** Returns the recipients of a slice that a retry covers, without recipients that were stopped since they failed. */
function failedOf(
  store: MemoryStore,
  slice: StoredSlice,
  codes: FailedSelection['codes'],
): readonly StoredRecipient[] {
  return coveredOf(store, slice, codes).filter(({ leaving }) => leaving === undefined)
}

/**
 * Returns the recipients of a slice whose failure a retry covers. Messages that may have been sent before a
 * restore are sent again only if the codes contain RESTORED.
 */
function coveredOf(
  store: MemoryStore,
  { recipients }: StoredSlice,
  codes: FailedSelection['codes'],
): readonly StoredRecipient[] {
  const takesRestored = codes?.includes('RESTORED') === true
  return [...recipients.values()].filter((one) =>
    one.state === 'unconfirmed'
      ? takesRestored && one.reason === 'RESTORED'
      : hasFailedWith(one, codes) && (takesRestored || !mayHaveRun(store, one)),
  )
}

function hasFailedBeforeRestore(
  store: MemoryStore,
  { recipients }: StoredSlice,
  codes: FailedSelection['codes'],
): boolean {
  return [...recipients.values()].some(
    (one) => hasFailedWith(one, codes) && one.leaving === undefined && mayHaveRun(store, one),
  )
}

function hasFailedWith({ state, reason }: StoredRecipient, codes: FailedSelection['codes']): boolean {
  return state === 'failed' && (codes === null || (reason !== null && codes.includes(reason)))
}

/**
 * Returns whether a recipient failed before the moment to which the database was restored. A lost job may have
 * retried the recipient since.
 */
function mayHaveRun(store: MemoryStore, { updatedAt }: StoredRecipient): boolean {
  return store.lossyRestores.some(({ moment }) => updatedAt <= moment)
}

function sliceAgain(
  { no }: StoredSlice,
  failed: readonly StoredRecipient[],
  jobId: string,
  dueAt: Date,
): StoredSlice {
  const unsaid = { attempts: 0, error: null, reason: null, evidence: null }
  const again = failed.map((one) => ({
    ...one,
    ...unsaid,
    state: 'pending' as const,
    dueAt,
    cameIn: one.step,
  }))
  const recipients = new Map(again.map((one) => [one.recordId, one]))
  return {
    jobId,
    no,
    closed: false,
    dueAt,
    lease: null,
    deleted: 0,
    recipients,
    sending: new Set(),
    lostLeases: 0,
    preparingRecordId: null,
  }
}
