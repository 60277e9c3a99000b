import { startOfLedger } from '../../../domain/arrival/ledger-place.ts'
import { hasEnded } from '../../../domain/job/job.ts'
import type { Transaction } from '../../../ports/unit-of-work.ts'
import type { MemoryStore, StoredSlice } from '../store.ts'
import type { Writes } from '../writes.ts'

/** Jobs and their wake-ups, in one transaction. */
export function jobStores(store: MemoryStore, writes: Writes): Pick<Transaction, 'jobs' | 'wakeups'> {
  return {
    jobs: {
      lockStatus: async (organizationId, id) => store.owned(store.jobs, organizationId, id)?.status ?? null,
      cancel: async (id, at) => {
        const job = store.jobs.get(id)
        if (job === undefined || hasEnded(job.status)) return
        writes.put(store.jobs, id, { ...job, status: 'cancelled', finishedAt: at })
      },
      retryFailed: async (id, newId, at) => {
        const job = store.jobs.get(id)
        if (!store.spinners.has(job?.spinnerId ?? '')) return 'deleted'
        if ([...store.jobs.values()].some(({ retryOf }) => retryOf === id)) return 'already'
        if (store.countsOfCleared.has(id)) return 'cleared'
        const slices = [...store.slices.values()].filter(({ jobId }) => jobId === id)
        if (slices.some(({ lease }) => lease !== null && lease.until > at)) return 'working'
        const failed = slices
          .map((slice) => failedOf(slice, newId, at))
          .filter((slice) => slice.recipients.size > 0)
        if (job === undefined || failed.length === 0) return 'none'
        const records = failed.reduce((sum, { recipients }) => sum + recipients.size, 0)
        const audience = { from: startOfLedger, to: { seq: 0, records } }
        const unstarted = { status: 'queued' as const, startedAt: null, finishedAt: null, cutSeq: 0 }
        writes.put(store.jobs, newId, {
          ...job,
          ...unstarted,
          id: newId,
          audience,
          source: 'app',
          createdAt: at,
          retryOf: id,
        })
        for (const slice of failed) writes.put(store.slices, `${newId} ${slice.no}`, slice)
        return 'queued'
      },
      anyUnfinishedOf: async (spinnerId) =>
        [...store.jobs.values()].some((job) => job.spinnerId === spinnerId && !hasEnded(job.status)),
    },
    wakeups: {
      add: async (jobIds) => {
        const before = store.wakeups.length
        writes.undo.push(() => store.wakeups.splice(before, jobIds.length))
        store.wakeups.push(...jobIds.map((jobId) => ({ jobId, at: new Date(0) })))
      },
    },
  }
}

function failedOf(slice: StoredSlice, jobId: string, dueAt: Date): StoredSlice {
  const failed = [...slice.recipients.values()].filter(({ state }) => state === 'failed')
  const again = failed.map((one) => ({ ...one, state: 'pending' as const, attempts: 0, error: null, dueAt }))
  const recipients = new Map(again.map((one) => [one.recordId, one]))
  return {
    jobId,
    no: slice.no,
    closed: false,
    dueAt,
    lease: null,
    deleted: 0,
    recipients,
    sending: new Set(),
    lostLeases: 0,
    preparing: null,
  }
}
